#!/usr/bin/env python3
"""Checks the rules of style that a script can check. Prints one line for each violation and fails if there is any.

`--root` names another tree (for the tests of this script).
"""

import argparse
import pathlib
import re
import sys

FOLDERS = ("include", "src", "tests", "tools", "cmake", "examples", "bench", "clients", "web")
CODE = {".hpp", ".cpp", ".h", ".py", ".sql", ".lua", ".cmake", ".ts", ".tsx", ".css", ".mjs"}
CPP = {".hpp", ".cpp", ".h"}
MAX_LINES = 600

UNFINISHED = re.compile(r"\b(TO[D]O|FI[X]ME|X[X]X)\b")
SLEEP = re.compile(r"\b(sleep_for|sleep_until|usleep|nanosleep)\b|(?<![\w.])s[l]eep\s*\(|\btime\.s[l]eep\b")
STATEMENT = r"(SELECT\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s)"
LITERAL = re.compile(r'R"(\w*)\((?P<raw>.*?)\)\1"|"(?P<plain>(?:[^"\\\n]|\\.)*)"', re.DOTALL)
GLUED_BEFORE = re.compile(r"(\+=?|\bformat(_to)?\([^;]*|\bappend\(|<<)\s*$")
GLUED_AFTER = re.compile(r'\s*(\)|s\b|sv\b)?\s*\+')
# Statements that are no query: C++ may say them whole, and never with anything put into them.
UTILITY = r"\s*(CREATE|DROP|ALTER|TRUNCATE|GRANT|LISTEN|UNLISTEN|NOTIFY|COPY|CALL|DO|EXECUTE|SET\s+(LOCAL|SESSION)|WITH\s+\w+\s+AS)\s"
DYNAMIC = re.compile(r"\bEXECUTE\b(?!\s+(FUNCTION|PROCEDURE|ON)\b)[^;]*|\b(format|quote_ident|quote_literal|quote_nullable)\s*\([^;]*",
                     re.IGNORECASE)
# LISTEN takes no parameter; %I quotes the name.
DYNAMIC_ALLOWED = {("src/backend/postgres/sql/session.sql", "EXECUTE pg_catalog.format('LISTEN %I', pg_catalog.current_setting('baton.channel'))")}
GLUED = "SQL is never glued together: bind the values"
SQL_CONSTANT = re.compile(r"(\+\s*|\bformat(_to)?\([^;)]*|\bappend\(|<<\s*)(\w+::)*sql::\w+|\bsql::\w+\s*[)}]?\s*\+")


def lines_matching(text, pattern, why):
    for number, line in enumerate(text.splitlines(), start=1):
        if pattern.search(line):
            yield number, why


def check_length(path, file, text):
    count = text.count("\n")
    if count > MAX_LINES:
        yield count, f"{count} lines; a file holds one concept and at most {MAX_LINES}"


def check_white_space(path, file, text):
    yield from lines_matching(text, re.compile(r"\t"), "tab")
    yield from lines_matching(text, re.compile(r"[ \t\r]$"), "space at the end of the line")
    if text and not text.endswith("\n"):
        yield text.count("\n") + 1, "no newline at the end of the file"


def check_pragma_once(path, file, text):
    code = [line for line in text.splitlines() if line.strip() and not line.startswith("//")]
    if path.suffix in {".hpp", ".h"} and code[:1] != ["#pragma once"]:
        yield 1, "a header begins with #pragma once"


def check_unfinished(path, file, text):
    yield from lines_matching(text, UNFINISHED, "finish it, or leave it out")


def check_no_sleep_in_tests(path, file, text):
    if file.startswith(("tests/", "clients/python/tests/")) and path.suffix in CPP | {".py"}:
        yield from lines_matching(text, SLEEP, "a test never sleeps: wait for the event, or inject the time")


def check_reason_first(path, file, text):
    if re.match(r"src/backend/\w+/(sql|lua|schema)/", file) and not re.match(r"--\s*\S", text):
        yield 1, "the first line is a comment that says why this is safe"


def is_glued(text, found):
    return GLUED_BEFORE.search(text, 0, found.start()) or GLUED_AFTER.match(text, found.end())


def check_sql(path, file, text):
    """SQL lives in files; what C++ there is around it never glues it together."""
    if path.suffix not in CPP:
        return
    for found in LITERAL.finditer(text):
        literal = found.group("raw") or found.group("plain") or ""
        if not re.match(r"\s*" + STATEMENT, literal, re.IGNORECASE) and not re.search(r"\b" + STATEMENT, literal):
            continue
        line = text.count("\n", 0, found.start()) + 1
        if file.startswith(("src/", "include/")):
            yield line, "SQL lives in a file of its backend's sql/"
        elif is_glued(text, found):
            yield line, GLUED
    for found in LITERAL.finditer(text if file.startswith("src/") else ""):
        if re.match(UTILITY, found.group("raw") or found.group("plain") or "") and is_glued(text, found):
            yield text.count("\n", 0, found.start()) + 1, GLUED
    for found in SQL_CONSTANT.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, GLUED


def check_static_sql(path, file, text):
    """Functions of a database run no text that they have made."""
    if path.suffix != ".sql" or not file.startswith("src/"):
        return
    code = re.sub(r"--[^\n]*", lambda comment: " " * len(comment.group()), text)
    for found in DYNAMIC.finditer(code):
        if (file, found.group().strip()) not in DYNAMIC_ALLOWED:
            yield code.count("\n", 0, found.start()) + 1, "SQL is never made of values: write static statements"


CHECKS = [check_length, check_white_space, check_pragma_once, check_unfinished, check_no_sleep_in_tests, check_reason_first,
          check_sql, check_static_sql]


def files(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and (path.suffix in CODE or path.name == "CMakeLists.txt") and not {"corpus", "node_modules"} & set(path.parts):
                yield path


def violations(root):
    for path in files(root):
        file = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        for check in CHECKS:
            for line, why in check(path, file, text):
                yield f"{file}:{line}: {why}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = list(violations(parser.parse_args().root))
    print("\n".join(found + [f"check_style: {len(found)} violations"]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
