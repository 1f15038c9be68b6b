import { describe, expect, it } from "vitest";
import { readSearchWords } from "./search-words.ts";

describe("what is typed into the registry's search field", () => {
  it("asks for every word by its beginning, wherever the tool has it", () => {
    expect(readSearchWords("  Fetch pag ")).toEqual({ query: "'fetch':* & 'pag':*", hashHead: null });
    expect(readSearchWords("read_file")).toEqual({ query: "'read':* & 'file':*", hashHead: null });
  });

  it("cannot smuggle an operator, a quote or a NUL into the question", () => {
    expect(readSearchWords("a' | !b:* & (c")).toEqual({ query: "'a':* & 'b':* & 'c':*", hashHead: null });
    expect(readSearchWords("\0 <-> '")).toEqual({ query: null, hashHead: null });
  });

  it("knows the head of a hash, with and without its scheme, and a shortened one that was copied from a page", () => {
    expect(readSearchWords("al1:sha256:9F2C41")).toEqual({ query: null, hashHead: "al1:sha256:9f2c41" });
    expect(readSearchWords("sha256:9f2c41d0…")).toEqual({ query: null, hashHead: "al1:sha256:9f2c41d0" });
    expect(readSearchWords("9f2c4")).toEqual({ query: "'9f2c4':*", hashHead: null });
  });

  it("takes what may be a hash or a word for both", () => {
    expect(readSearchWords("facade")).toEqual({ query: "'facade':*", hashHead: "al1:sha256:facade" });
  });

  it("keeps letters of every script", () => {
    expect(readSearchWords("Поиск 検索").query).toBe("'поиск':* & '検索':*");
  });
});
