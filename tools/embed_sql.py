#!/usr/bin/env python3
"""Turns a folder of SQL or Lua files into a C++ header of string constants.

statements: each file is one verb. Its first line is a comment that says why it is safe. It holds one statement, which
takes the file's name, or several, each after a line `-- name: pick`, which become `<file>_pick`. A name that is a C++
keyword gets a trailing underscore (register.sql -> register_).

scripts: each file is one verb. A line `-- uses: log tasks` puts the fragments lib/log.lua and lib/tasks.lua before it, each
once and after what it uses itself. Every script becomes a constant, and all of them one array `all`.

functions: each file holds functions, and its first line says why they are safe. All of them become one array `all`.

migrations: the files are named NNNN_name.sql, numbered from 0001 without gaps, and become one array `migrations`.
"""

import argparse
import pathlib
import re
import sys

KEYWORDS = {"and", "auto", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else", "enum",
            "explicit", "export", "extern", "final", "for", "friend", "if", "import", "inline", "module", "new", "not",
            "operator", "or", "private", "public", "register", "return", "static", "switch", "this", "throw", "try",
            "union", "using", "while", "xor"}
USES_LINE = re.compile(r"--\s*uses:\s*(.+)")
NAME_LINE = re.compile(r"--\s*name:\s*(\S+)\s*")
IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
MIGRATION = re.compile(r"(\d{4})_([a-z][a-z0-9_]*)")


class Invalid(Exception):
    """A file that does not follow the rules above."""


def identifier(name, path):
    if not IDENTIFIER.fullmatch(name):
        raise Invalid(f"{path}: '{name}' is not a lower_case name")
    return name + "_" if name in KEYWORDS else name


def without_leading_comments(lines):
    for i, line in enumerate(lines):
        if line.strip() and not line.startswith("--"):
            return "\n".join(lines[i:]).rstrip()
    return ""


def statements(path):
    """Yields (constant's name, text) for each statement of one file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or not re.match(r"--\s*\S", lines[0]) or NAME_LINE.fullmatch(lines[0]):
        raise Invalid(f"{path}: the first line must be a comment that says why the statement is safe")
    sections = [(None, [])]
    for line in lines:
        named = NAME_LINE.fullmatch(line)
        if named:
            sections.append((named.group(1), []))
        else:
            sections[-1][1].append(line)
    if len(sections) > 1 and without_leading_comments(sections.pop(0)[1]):
        raise Invalid(f"{path}: text before the first '-- name:' line")
    for name, body in sections:
        text = without_leading_comments(body)
        if not text:
            raise Invalid(f"{path}: {name or 'the file'} holds no statement")
        yield identifier(path.stem if name is None else f"{path.stem}_{name}", path), text


def literal(text, path):
    if ')sql"' in text:
        raise Invalid(f"{path}: holds the end mark of the raw string")
    return f'R"sql({text})sql"'


def statements_header(files):
    seen = {}
    for path in files:
        for name, text in statements(path):
            if name in seen:
                raise Invalid(f"{path}: {name} is also in {seen[name]}")
            seen[name] = path
            yield f"inline constexpr std::string_view {name} = {literal(text, path)};\n"


def migrations_header(files):
    rows = []
    for expected, path in enumerate(files, start=1):
        named = MIGRATION.fullmatch(path.stem)
        if not named or int(named.group(1)) != expected:
            raise Invalid(f"{path}: expected a file named {expected:04d}_name")
        rows.append(f'    {{{expected}, "{named.group(2)}", {literal(path.read_text(encoding="utf-8"), path)}}},\n')
    yield "struct Migration {\n  int number;\n  std::string_view name;\n  std::string_view text;\n};\n"
    yield f"inline constexpr std::array<Migration, {len(rows)}> migrations{{{{\n{''.join(rows)}}}}};\n"


def uses(path):
    if not path.exists():
        raise Invalid(f"there is no fragment {path}")
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or not lines[0].startswith(f"-- {path.name}: "):
        raise Invalid(f"{path}: the first line must be a comment, '-- {path.name}: why it is safe'")
    found = [name for line in lines for named in [USES_LINE.fullmatch(line)] if named for name in named.group(1).split()]
    return found, without_leading_comments(lines)


def script(path, done):
    """The text of a script after that of the fragments it uses; `done` names those that stand before it already."""
    names, body = uses(path)
    parts = []
    for name in names:
        if name not in done:
            done.append(name)
            parts += script(library(path) / f"{name}.lua", done)
    return parts + [body]


def library(path):
    return path.parent if path.parent.name == "lib" else path.parent / "lib"


def scripts_header(files):
    rows = []
    for path in files:
        name = identifier(path.stem, path)
        yield f"inline constexpr std::string_view {name} = {literal(chr(10).join(script(path, [])), path)};\n"
        rows.append(f'    {{"{path.stem}", {name}}},\n')
    yield from named_array(rows)


def named_array(rows):
    yield "struct Named {\n  std::string_view name;\n  std::string_view text;\n};\n"
    yield f"inline constexpr std::array<Named, {len(rows)}> all{{{{\n{''.join(rows)}}}}};\n"


def functions_header(files):
    rows = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        if not text.startswith(f"-- {path.name}: "):
            raise Invalid(f"{path}: the first line must be a comment, '-- {path.name}: why it is safe'")
        rows.append(f'    {{"{identifier(path.stem, path)}", {literal(text, path)}}},\n')
    yield from named_array(rows)


HEADERS = {"statements": statements_header, "scripts": scripts_header, "functions": functions_header,
           "migrations": migrations_header}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=list(HEADERS))
    parser.add_argument("--namespace", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()

    files = sorted(p for p in args.folder.iterdir() if p.suffix in {".sql", ".lua"})
    try:
        body = list(HEADERS[args.mode](files))
    except Invalid as error:
        sys.exit(f"embed_sql: {error}")
    includes = "#include <array>\n#include <string_view>\n"
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(f"// Generated from {args.folder.name}/; edit the files there.\n#pragma once\n\n{includes}\n"
                        f"namespace {args.namespace} {{\n\n" + "\n".join(body) + f"\n}}  // namespace {args.namespace}\n",
                        encoding="utf-8")


if __name__ == "__main__":
    main()
