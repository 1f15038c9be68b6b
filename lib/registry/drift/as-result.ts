import type { Draft } from "./draft.ts";

/** In what comes back, a new member or value is nothing that an agent hands over. */
export function asResult(drafts: readonly Draft[]): Draft[] {
  return drafts.map((draft) => {
    switch (draft.code) {
      case "schema.property.required":
      case "schema.count.raised":
      case "schema.argument.declared":
        return { ...draft, code: "schema.narrowed" };
      case "schema.property.free_text":
        return { ...draft, code: "schema.property.added" };
      case "schema.enum.added":
      case "schema.default.added":
        return { ...draft, code: "schema.widened" };
      default:
        return draft;
    }
  });
}
