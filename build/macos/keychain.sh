#!/usr/bin/env bash
# Take the certificate MACOS_CERTIFICATE (a .p12 in base64) into a keychain of its own; prints the name to sign as.
set -euo pipefail
if [ -z "${MACOS_CERTIFICATE:-}" ]; then
    echo "The app is not signed, for want of the secret MACOS_CERTIFICATE." >&2
    exit 0
fi
keychain=$RUNNER_TEMP/tablier.keychain-db
file=$RUNNER_TEMP/certificate.p12
password=$(uuidgen)
{
    security create-keychain -p "$password" "$keychain"
    security set-keychain-settings -lut 7200 "$keychain"
    security unlock-keychain -p "$password" "$keychain"
    base64 --decode <<<"$MACOS_CERTIFICATE" >"$file"
    security import "$file" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
    rm "$file"
    security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain"
    security list-keychains -d user -s "$keychain" login.keychain-db
} >/dev/null
security find-identity -v -p codesigning "$keychain" | sed -n 's/.*"\(Developer ID Application: .*\)".*/\1/p' | grep -m 1 .
