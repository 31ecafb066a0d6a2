#!/usr/bin/env python3
"""What tools/build_page.py makes of the files of the page."""

import gzip
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import build_page  # noqa: E402


def bytes_of(text, name):
    found = re.search(rf"{name}\[\] = \{{(.*?)\}};", text, re.DOTALL)
    return bytes(int(number) for number in found.group(1).split(","))


class BuildPage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        dist = pathlib.Path(self.folder.name)
        (dist / "assets").mkdir()
        (dist / "assets" / "app-1.js").write_bytes(b"let a = '\xc3\xa9';\n" * 50)
        (dist / "index.html").write_bytes(b"<!doctype html>\n")
        self.text = build_page.source_text(dist)

    def tearDown(self):
        self.folder.cleanup()

    def test_the_page_is_the_first_file(self):
        names = re.findall(r'\{"([^"]+)", "text', self.text)
        self.assertEqual(names, ["index.html", "assets/app-1.js"])

    def test_bytes_are_kept_and_compressed(self):
        plain = bytes_of(self.text, "plain_1")
        self.assertEqual(plain, b"let a = '\xc3\xa9';\n" * 50)
        packed = bytes_of(self.text, "gzip_1")
        self.assertLess(len(packed), len(plain))
        self.assertEqual(gzip.decompress(packed), plain)

    def test_the_same_files_give_the_same_source(self):
        self.assertEqual(self.text, build_page.source_text(pathlib.Path(self.folder.name)))

    def test_a_file_of_an_unknown_type_is_refused(self):
        (pathlib.Path(self.folder.name) / "data.bin").write_bytes(b"x")
        with self.assertRaises(KeyError):
            build_page.source_text(pathlib.Path(self.folder.name))


if __name__ == "__main__":
    unittest.main()
