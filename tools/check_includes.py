#!/usr/bin/env python3
"""Checks who may include whom: core <- store, backend, engine <- http, cli <- daemon.

Prints one line for each violation and fails if there is any. `--root` names another tree (for the tests of this script).
"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
STANDARD = re.compile(r"[a-z_0-9]+")

# A layer and the layers it may include besides itself. Only the factory file includes backends.
MAY_INCLUDE = {
    "core": set(),
    "backend": {"core"},
    "store": {"core"},
    "engine": {"core", "store"},
    "http": {"core", "store", "engine"},
    "cli": {"core", "store", "engine"},
    "daemon": {"core", "store", "engine", "http", "cli"},
}
FACTORY = re.compile(r"(store|baton)/open\.hpp")
FACTORY_FILE = "src/store/open.cpp"

# A vendor's header and the one file, without its ending, that may include it.
VENDORS = [(re.compile(r"sqlite3(ext)?\.h"), "src/backend/sqlite/connection"),
           (re.compile(r"hiredis\b.*"), "src/backend/redis/resp"),
           (re.compile(r"(postgresql/)?(libpq.*|pg_config.*|postgres_ext)\.h|libpq/.*"), "src/backend/postgres/connection")]

# core is pure: no I/O, no threads, no event loop.
IMPURE = {"cstdio", "iostream", "fstream", "filesystem", "thread", "mutex", "shared_mutex", "condition_variable", "future",
          "semaphore", "latch", "barrier", "stop_token"}
PURE_VENDORS = re.compile(r"boost/(?!asio|beast|process|filesystem|thread|interprocess).+|fmt/(?!os\.h|ostream\.h).+"
                          r"|openssl/.+|valijson/.+")


def includes(path):
    """Yields (line, quoted, name) for each include of a file."""
    text = path.read_text(encoding="utf-8")
    for found in INCLUDE.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found.group(1) == '"', found.group(2)


def public_headers_with_asio(root):
    """The public headers from which Boost.Asio is reached."""
    graph = {path.relative_to(root / "include").as_posix(): {name for _, _, name in includes(path)}
             for path in (root / "include").rglob("*.hpp")}
    reached = {header for header, names in graph.items() if any(name.startswith("boost/asio") for name in names)}
    while grown := {header for header, names in graph.items() if header not in reached and names & reached}:
        reached |= grown
    return reached


def public_violation(quoted, name):
    if name.startswith("baton/"):
        return None if quoted else "write our own headers in quotes"
    if not quoted and (STANDARD.fullmatch(name) or re.match(r"boost/asio(/|\.hpp)", name)):
        return None
    return "a public header includes only the standard library, Boost.Asio and baton/*"


def core_violation(quoted, name, with_asio):
    if name in with_asio:
        return "core knows no event loop, and this header brings Boost.Asio"
    if quoted or PURE_VENDORS.fullmatch(name) or (STANDARD.fullmatch(name) and name not in IMPURE):
        return None
    return "core does no input or output and knows no threads"


def layer_violation(file, name):
    """`file` and `name` are paths below src/."""
    layer, target = file.split("/")[0], name.split("/")[0]
    if target not in MAY_INCLUDE:
        return "name our own headers from the root of src/ or include/"
    if target == "backend":
        if layer == "backend":
            # What backends inside our own process share is no backend itself.
            allowed = name.split("/")[1] in (file.split("/")[1], "shared")
            return None if allowed else "a backend never includes another"
        return None if f"src/{file}" == FACTORY_FILE else f"only {FACTORY_FILE} includes backends"
    if target != layer and target not in MAY_INCLUDE[layer]:
        return f"{layer} may not include {target}"
    return None


def vendor_violation(file, name):
    for header, includer in VENDORS:
        if header.fullmatch(name) and file not in (f"{includer}.hpp", f"{includer}.cpp"):
            return f"only {includer} includes this vendor's header"
    return None


def source_violation(file, quoted, name, with_asio):
    below = file.removeprefix("src/")
    layer = below.split("/")[0]
    if layer not in MAY_INCLUDE:
        return "this folder is no layer"
    if layer == "engine" and FACTORY.fullmatch(name):
        return "the engine takes a store, it never opens one"
    if layer == "core" and (violation := core_violation(quoted, name, with_asio)):
        return violation
    if name.startswith("baton/"):
        return None if quoted else "write our own headers in quotes"
    return layer_violation(below, name) if quoted else None


def violations(root):
    with_asio = public_headers_with_asio(root)
    for folder in ("include", "src"):
        for path in sorted(p for p in (root / folder).rglob("*") if p.suffix in {".hpp", ".cpp", ".h"}):
            file = path.relative_to(root).as_posix()
            for line, quoted, name in includes(path):
                why = vendor_violation(file, name)
                why = why or (public_violation(quoted, name) if folder == "include" else
                              source_violation(file, quoted, name, with_asio))
                if why:
                    yield f"{file}:{line}: {name}: {why}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(violations(parser.parse_args().root))
    print("\n".join(found + [f"check_includes: {len(found)} violations"]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
