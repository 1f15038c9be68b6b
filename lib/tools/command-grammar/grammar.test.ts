import { describe, expect, test } from "vitest";
import { formOf, formText, SHIPPED_FORMS } from "./grammar.ts";

const allowed = (program: string, ...args: string[]) => formOf(SHIPPED_FORMS, program, args) !== undefined;

describe("the grammar of commands", () => {
  test.each([
    ["ls"],
    ["ls", "-l", "-a"],
    ["ls", "notes", "drafts"],
    ["head", "-n", "20", "notes/today.md"],
    ["grep", "-n", "-i", "-e", "total", "a.txt", "b.txt"],
    ["find", ".", "-name", "*.md"],
    ["find", "src", "-type", "f"],
    ["diff", "-u", "a.txt", "b.txt"],
  ])("lets %s %s %s through", (program, ...args) => {
    expect(allowed(program, ...args)).toBe(true);
  });

  test.each([
    ["a program that no form names", "rm", "a.txt"],
    ["an interpreter", "python3", "-c", "1"],
    ["a flag that the form has not", "ls", "--hyperlink=auto"],
    ["a flag behind an argument", "ls", "notes", "-l"],
    ["a flag twice", "ls", "-l", "-l"],
    ["an action of find", "find", ".", "-delete"],
    ["an action behind a form", "find", ".", "-name", "x", "-exec", "rm"],
    ["a pattern that is an option", "grep", "-e", "-f/etc/passwd", "a.txt"],
    ["a file of patterns", "grep", "-f", "/etc/passwd", "a.txt"],
    ["an absolute path", "cat", "/etc/passwd"],
    ["a path upwards", "cat", "notes/../../x"],
    ["a home", "cat", "~/x"],
    ["an option in the place of a path", "sort", "-o", "a.txt"],
    ["a number out of bounds", "head", "-n", "99999999999", "a.txt"],
    ["a number that is none", "head", "-n", "1e3", "a.txt"],
    ["nothing where something is needed", "head"],
    ["more than may be repeated", "stat", ...Array.from({ length: 11 }, () => "a")],
    ["a NUL", "cat", "a\0b"],
    ["an empty argument", "cat", ""],
  ])("refuses %s", (_name, program, ...args) => {
    expect(allowed(program, ...args)).toBe(false);
  });

  test("is told to agents in words", () => {
    const [first] = SHIPPED_FORMS;
    expect(first && formText(first)).toBe("ls [-l] [-a] [-la] [-1] [-R] [-h] [-t] <path> ...");
  });
});
