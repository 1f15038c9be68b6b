import { describe, expect, it } from "vitest";
import { mergeDocuments } from "./merge-documents.ts";

const base = { classes: { read: 0, write: 1 }, profiles: { careful: { rules: [1] } } };

describe("carrying a draft over to what was put in force meanwhile", () => {
  it("keeps both, where they changed different things", () => {
    const theirs = { ...base, classes: { read: 1, write: 1 } };
    const mine = { ...base, profiles: { careful: { rules: [1, 2] }, fresh: { rules: [] } } };
    expect(mergeDocuments(base, theirs, mine)).toEqual({
      merged: { classes: { read: 1, write: 1 }, profiles: { careful: { rules: [1, 2] }, fresh: { rules: [] } } },
      clashes: [],
    });
  });

  it("keeps the draft's where both changed the same thing, and says where", () => {
    const theirs = { ...base, classes: { read: 1, write: 1 } };
    const mine = { ...base, classes: { read: 2, write: 1 } };
    expect(mergeDocuments(base, theirs, mine)).toEqual({ merged: mine, clashes: ["/classes/read"] });
  });

  it("takes away what either took away, and keeps what the other wrote into it", () => {
    const theirs = { classes: base.classes, profiles: {} };
    expect(mergeDocuments(base, theirs, base)).toEqual({ merged: theirs, clashes: [] });
    expect(mergeDocuments(base, base, theirs)).toEqual({ merged: theirs, clashes: [] });
    const mine = { ...base, profiles: { careful: { rules: [3] } } };
    expect(mergeDocuments(base, theirs, mine)).toEqual({ merged: mine, clashes: ["/profiles/careful"] });
  });

  it("is not misled by a key that every object has", () => {
    const mine = { ...base, profiles: { ...base.profiles, constructor: { rules: [] } } };
    expect(mergeDocuments(base, { ...base, added: 1 }, mine).merged).toEqual({ ...mine, added: 1 });
  });
});
