#!/usr/bin/env bash
# Installs the packed package in fresh folders: by npm 10 and 11, beside several versions of vitest and msw and beside none.
# Each time the command must run, as another user when this script runs as root. Needs the npm registry.
# What it is installed beside is installed first, by the npm of this machine: npm 10 cannot install vitest 4.1 at all
# ("Cannot read properties of null (reading 'edgesOut')"), but it installs packages beside it.
# Usage: scripts/try-install.sh [npm version...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

peers=('' 'vitest@2.1 msw@1' 'vitest@3.2 msw@2' 'vitest@4.1 msw@2')
npm_versions=("$@")
((${#npm_versions[@]})) || npm_versions=(10 11)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"

npm run build
npm pack --silent --ignore-scripts --pack-destination "$scratch" >/dev/null
tarball=$(ls "$scratch"/*.tgz)

as_other_user() {
  if ((EUID == 0)); then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}

failed=0
for npm_version in "${npm_versions[@]}"; do
  for beside in "${peers[@]}"; do
    folder=$(mktemp -d -p "$scratch")
    chmod 755 "$folder"
    printf '\n==> npm %s, beside %s\n' "$npm_version" "${beside:-nothing}"
    # shellcheck disable=SC2086 # one word a package
    if (
      cd "$folder"
      echo '{ "private": true }' >package.json
      { [[ -z $beside ]] || npm install --prefer-offline --no-audit --no-fund $beside; } &&
        npx --yes "npm@$npm_version" install --prefer-offline --no-audit --no-fund "$tarball" &&
        [[ $(as_other_user node_modules/.bin/standin --version) == $(node -p 'require("standin/package.json").version') ]]
    ); then
      printf '==> installed, and standin --version runs%s\n' "$( ((EUID == 0)) && echo ' as user 65534')"
    else
      failed=$((failed + 1))
      printf '==> FAILED\n'
    fi
    rm -rf "$folder"
  done
done

printf '\n%d failed\n' "$failed"
((failed == 0))
