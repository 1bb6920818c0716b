#!/usr/bin/env bash
# Makes the documentation from doc/: a folder of static pages, and the manual as a PDF. Called by make docs.
#
#   [PDF=no] scripts/docs.sh [BUILD]      # pages in BUILD/docs/html, the manual in BUILD/docs/weft.pdf; BUILD is build
#
# The packages of doc/site/requirements.txt go into .venv-docs once; after that no network is needed. A warning of Sphinx is an
# error, as is what doc/site/check.py finds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build}
requirements=doc/site/requirements.txt
stamp=.venv-docs/.requirements
wanted=$(/usr/bin/python3 --version && cat "$requirements")
if [[ ! -f $stamp || $(<"$stamp") != "$wanted" ]]; then
  echo "docs: making the Python environment .venv-docs"
  rm -rf .venv-docs
  /usr/bin/python3 -m venv .venv-docs
  .venv-docs/bin/pip --quiet --disable-pip-version-check install -r "$requirements" || {
    echo "docs: error: pip could not install the packages of $requirements (messages above)" >&2
    exit 1
  }
  printf '%s\n' "$wanted" >"$stamp"
fi

out=$build/docs
mkdir -p "$out"
python3 doc/site/make_reference.py --build "$build"
.venv-docs/bin/sphinx-build -q -W --keep-going -j auto -c doc/site -d "$out/doctrees" doc "$out/html"
python3 doc/site/check.py "$out/html"
[[ ${PDF:-yes} == yes ]] || exit 0
.venv-docs/bin/sphinx-build -q -W --keep-going -j auto -t manual -b singlehtml -c doc/site -d "$out/doctrees-manual" doc "$out/manual"
.venv-docs/bin/python doc/site/pdf.py "$out/manual/index.html" "$out/weft.pdf"
echo "docs: $out/html/index.html and $out/weft.pdf"
