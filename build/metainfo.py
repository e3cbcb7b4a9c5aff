"""Makes the AppStream file for software centres, with publisher, screenshots and releases."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree

from identity import ROOT, Changes, Publisher

TEMPLATE: Final = ROOT / "build" / "linux" / "tablier.metainfo.xml"
CAPTIONS: Final = {
    "duck-chess": ("Put the duck where it hurts most", "Poser le canard là où il gêne le plus"),
    "double-draughts": ("Crown a king, then crown it again", "Aller à dame, puis y aller encore"),
    "unstacked-draughts": ("Throw the dice and watch your points", "Lancer les dés et surveiller ses flèches"),
    "ducart": ("Push, cage, steal and heal with gnomes", "Pousser, enfermer, voler et guérir avec des gnomes"),
    "ducale": ("Lay your melds at the card table", "Poser ses combinaisons à la table de cartes"),
    "menu": ("Find every match where you left it", "Retrouver chaque partie là où on l’a laissée"),
}
"""Captions of the screenshots in English and French; the first screenshot is the default."""


def metainfo(publisher: Publisher, changes: list[Changes]) -> bytes:
    """Return the contents of the file, without the fields that are empty in `publisher`."""
    root = ElementTree.fromstring(TEMPLATE.read_text(encoding="utf-8"))
    identifier = root.find("id")
    assert identifier is not None
    identifier.text = publisher.app_id
    vendor = publisher.app_id.rpartition(".")[0].lower()
    _add_texts(ElementTree.SubElement(root, "developer", id=vendor), "name", publisher.maker)
    for kind, address in (("homepage", publisher.homepage), ("bugtracker", publisher.issues)):
        if address:
            ElementTree.SubElement(root, "url", type=kind).text = address
    if publisher.screenshots:
        _add_screenshots(ElementTree.SubElement(root, "screenshots"), publisher.screenshots)
    releases = ElementTree.SubElement(root, "releases")
    for section in changes:
        release = ElementTree.SubElement(releases, "release", version=section.version, date=section.date)
        items = ElementTree.SubElement(ElementTree.SubElement(release, "description"), "ul")
        for item in section.items:
            ElementTree.SubElement(items, "li").text = item
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add_screenshots(screenshots: ElementTree.Element, address: str) -> None:
    for number, (name, captions) in enumerate(CAPTIONS.items()):
        screenshot = ElementTree.SubElement(screenshots, "screenshot", {} if number else {"type": "default"})
        _add_texts(screenshot, "caption", *captions)
        ElementTree.SubElement(screenshot, "image", type="source").text = f"{address.rstrip('/')}/{name}.png"


def _add_texts(parent: ElementTree.Element, tag: str, english: str, french: str = "") -> None:
    ElementTree.SubElement(parent, tag).text = english
    if french:
        ElementTree.SubElement(parent, tag, {"{http://www.w3.org/XML/1998/namespace}lang": "fr"}).text = french
