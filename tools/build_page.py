#!/usr/bin/env python3
"""Builds the dashboard and turns its files into one C++ source, each also compressed.

The work is done in a copy of the sources, so that nothing is left behind among them. Modules are installed there as
package-lock.json says, again only when that file has changed. Where node is too old for them (Debian 12 has one), npm
brings a newer one, to the same place.
"""

import argparse
import fcntl
import gzip
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".svg": "image/svg+xml"}
OLDEST_NODE = (20, 19)


def copy_sources(source, work):
    for path in source.iterdir():
        if path.name == "node_modules":
            continue
        target = work / path.name
        if path.name == "src":
            shutil.rmtree(target, ignore_errors=True)
        if path.is_dir():
            shutil.copytree(path, target, dirs_exist_ok=True)
        else:
            shutil.copy2(path, target)


def install(npm, work, path):
    lock = work / "package-lock.json"
    installed = work / "installed.json"
    if installed.exists() and installed.read_bytes() == lock.read_bytes():
        return
    run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], work, path)
    shutil.copy(lock, installed)


def path_with_node(npm, work):
    """The search path, with a node that is new enough first."""
    path = os.environ["PATH"]
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(int(part) for part in told.strip().lstrip("v").split(".")[:2]) >= OLDEST_NODE:
        return path
    install(npm, work / "node", path)
    return os.pathsep.join([*(str(folder) for folder in (work / "node").glob("node_modules/*/bin")), path])


def link_node(work, path):
    """The node in use, at a place that the tests of the page know."""
    link = work / "bin" / "node"
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(shutil.which("node", path=path))


def run(command, folder, path):
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"build_page: {' '.join(command)} failed\n{done.stdout}{done.stderr}")


def array(name, data):
    rows = (", ".join(str(byte) for byte in data[i:i + 40]) for i in range(0, len(data), 40))
    return f"constexpr unsigned char {name}[] = {{\n" + ",\n".join(rows) + "};\n"


def view(name):
    return f"{{reinterpret_cast<const char*>({name}), sizeof({name})}}"


def source_text(folder):
    arrays, rows = [], []
    # The page first.
    for number, path in enumerate(sorted((p for p in folder.rglob("*") if p.is_file()), key=lambda p: p.suffix != ".html")):
        data = path.read_bytes()
        tag = hashlib.sha256(data).hexdigest()[:32]
        arrays += [array(f"plain_{number}", data), array(f"gzip_{number}", gzip.compress(data, 9, mtime=0))]
        rows.append(f'    {{"{path.relative_to(folder).as_posix()}", "{TYPES[path.suffix]}", "\\"{tag}\\"", '
                    f"{view(f'plain_{number}')}, {view(f'gzip_{number}')}}},\n")
    return ('// Generated from web/; edit the files there.\n#include "http/page_files.hpp"\n\n#include <array>\n\n'
            "namespace baton::http {\n\nnamespace {\n\n" + "\n".join(arrays) + "\n}  // namespace\n\n"
            "std::span<const PageFile> page_files() {\n"
            f"  static const std::array<PageFile, {len(rows)}> files{{{{\n{''.join(rows)}  }}}};\n  return files;\n}}\n\n"
            "}  // namespace baton::http\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--npm", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("source", type=pathlib.Path)
    args = parser.parse_args()

    args.work.mkdir(parents=True, exist_ok=True)
    with open(args.work / "lock", "w", encoding="utf-8") as lock:
        # Presets may be built at the same time.
        fcntl.flock(lock, fcntl.LOCK_EX)
        copy_sources(args.source, args.work)
        path = path_with_node(args.npm, args.work)
        link_node(args.work, path)
        install(args.npm, args.work, path)
        run([args.npm, "run", "--silent", "build"], args.work, path)
        text = source_text(args.work / "dist")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
