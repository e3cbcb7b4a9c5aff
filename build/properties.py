"""Properties of the executable on Windows and macOS, which `app.spec` uses."""

from __future__ import annotations

from typing import Any, Final

from identity import Publisher

RECORD: Final = "application/x-tablier-match"


def of_windows(publisher: Publisher, version: str) -> dict[str, str]:
    return {
        "CompanyName": publisher.maker,
        "FileDescription": "Tablier",
        "FileVersion": version,
        "LegalCopyright": f"{publisher.maker}, MIT licence",
        "OriginalFilename": "tablier.exe",
        "ProductName": "Tablier",
        "ProductVersion": version,
    }


def of_macos(publisher: Publisher, version: str) -> dict[str, Any]:
    """Return the properties of the bundle, such as its document type."""
    record = {
        "UTTypeIdentifier": f"{publisher.app_id}.match",
        "UTTypeDescription": "Tablier match",
        "UTTypeConformsTo": ["public.utf8-plain-text"],
        "UTTypeTagSpecification": {"public.filename-extension": ["tablier"], "public.mime-type": [RECORD]},
    }
    document = {
        "CFBundleTypeName": "Tablier match",
        "CFBundleTypeRole": "Editor",
        "CFBundleTypeIconFile": "tablier.icns",
        "LSHandlerRank": "Owner",
        "LSItemContentTypes": [record["UTTypeIdentifier"]],
    }
    return {
        "CFBundleIdentifier": publisher.app_id,
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDocumentTypes": [document],
        "UTExportedTypeDeclarations": [record],
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": f"{publisher.maker}, MIT licence",
        "LSApplicationCategoryType": "public.app-category.board-games",
        "LSMinimumSystemVersion": "11.0",
    }
