import fc from "fast-check";
import { expect, test } from "vitest";
import { toolNameSchema } from "#lib/registry/contract.ts";
import { exposedName } from "./exposed-name.ts";

test("an ordinary name keeps its own form behind the prefix", () => {
  expect(exposedName("files", "read_file")).toEqual({ ok: true, value: "files_read_file" });
});

test("every name fits, and no two names of a server become one", () => {
  const name = fc.string({ unit: fc.constantFrom(..."abcXYZ019_-./:~ "), minLength: 1, maxLength: 90 });
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 20 }), (names) => {
      const exposed = names.flatMap((upstream) => {
        const given = exposedName("p", upstream);
        return given.ok ? [given.value] : [];
      });
      expect(exposed.every((given) => toolNameSchema.safeParse(given).success)).toBe(true);
      expect(new Set(exposed).size).toBe(exposed.length);
    }),
  );
});

test.each(["rеad_file", "read file", "read\u200bfile", "a\nb", ""])("%j is refused", (upstream) => {
  expect(exposedName("files", upstream)).toMatchObject({ ok: false, code: "invalid_definition" });
});
