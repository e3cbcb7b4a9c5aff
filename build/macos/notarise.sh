#!/usr/bin/env bash
# Have Apple look at a signed bundle and attach its ticket, so that it opens without a warning, also off line.
set -euo pipefail
if [ -z "${APPLE_ID:-}" ]; then
    echo "The app is not notarised, for want of the secret APPLE_ID."
    exit 0
fi
ditto -c -k --keepParent "$1" "$RUNNER_TEMP/notarise.zip"
xcrun notarytool submit "$RUNNER_TEMP/notarise.zip" --wait --timeout 30m \
    --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM" --password "$APPLE_PASSWORD"
xcrun stapler staple "$1"
