#!/bin/sh
# Makes Margine.app and a disk image of a bundle's folder: make_app.sh BUNDLE OUT
# Signs and notarises where SIGNING_IDENTITY and NOTARY_PROFILE are set.
# Prepared, not yet run: .github/workflows/bundle.yml calls it on macOS.
set -eu
bundle=$1
out=$2
here=$(dirname "$0")
app="$out/Margine.app"
rm -rf "$app"
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
cp "$here/Info.plist" "$app/Contents/"
cp -R "$bundle" "$app/Contents/Resources/margine"
cat > "$app/Contents/MacOS/Margine" <<'START'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/../Resources/margine/runtime/bin/python3" -I -X utf8 -m app "$@"
START
chmod +x "$app/Contents/MacOS/Margine"

icons=$(mktemp -d)/Margine.iconset
mkdir -p "$icons"
python="$bundle/runtime/bin/python3"
QT_QPA_PLATFORM=offscreen "$python" -I "$here/../linux/draw_icons.py" \
    "$here/../../resources/icons/margine.svg" \
    "16=$icons/icon_16x16.png" "32=$icons/icon_32x32.png" "128=$icons/icon_128x128.png" \
    "256=$icons/icon_256x256.png" "512=$icons/icon_512x512.png"
iconutil -c icns -o "$app/Contents/Resources/Margine.icns" "$icons"

if [ -n "${SIGNING_IDENTITY:-}" ]; then
    # From the inside out: every library first, the app last.
    find "$app" -type f \( -name '*.so' -o -name '*.dylib' -o -path '*/runtime/bin/*' \) -print0 |
        xargs -0 codesign --force --timestamp --options runtime \
            --entitlements "$here/entitlements.plist" --sign "$SIGNING_IDENTITY"
    codesign --force --timestamp --options runtime \
        --entitlements "$here/entitlements.plist" --sign "$SIGNING_IDENTITY" "$app"
fi
hdiutil create -volname Margine -srcfolder "$app" -ov -format ULFO "$out/Margine.dmg"
if [ -n "${NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$out/Margine.dmg" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$out/Margine.dmg"
fi
