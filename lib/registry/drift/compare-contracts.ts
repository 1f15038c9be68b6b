import type { ToolContract } from "#lib/registry/contract.ts";
import { diffPermissions } from "#lib/registry/manifest/diff-permissions.ts";
import { permissionsOf } from "#lib/registry/manifest/permissions-of.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import { boundChanges } from "./bound-changes.ts";
import { CHANGE_SEVERITIES, type Change, type ChangeSeverity, CONTRACT_CODES } from "./change.ts";
import { compareAnnotations } from "./compare-annotations.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { compareTexts, compareValues, isLookalike } from "./compare-texts.ts";
import { type Draft, keysOfBoth, memberOf } from "./draft.ts";
import { findNewHits, type ScanHits } from "./find-new-hits.ts";

const NO_HITS: ScanHits = { before: [], after: [] };

/**
 * Everything that differs between two contracts, each place with its code and how grave it is by itself. The order of
 * keys is no difference; everything else is, for it moved the definition hash, and a change that nothing here explains
 * is the gravest. `hits` are the scanner's findings in both.
 */
export function compareContracts(before: ToolContract, after: ToolContract, hits: ScanHits = NO_HITS): Change[] {
  const drafts = keysOfBoth(before, after)
    .filter((part) => !isSameJson(memberOf(before, part), memberOf(after, part)))
    .flatMap((part) => comparePart(part as keyof ToolContract, before, after).map((draft) => ({ ...draft, part })));
  const spoken = drafts.map(({ part, ...draft }) => judge(draft, part));
  const found = findNewHits(before, after, hits).map((draft) => judge(draft, draft.pointer.split("/")[1] ?? ""));
  return boundChanges([...spoken, ...comparePermissions(before, after, spoken), ...found]);
}

function comparePart(part: keyof ToolContract, before: ToolContract, after: ToolContract): Draft[] {
  const pointer = `/${part}`;
  const [was, is] = [before[part], after[part]];
  switch (part) {
    case "name": {
      const code = isLookalike(before.name, after.name) ? "name.confusable" : "name.changed";
      return [{ code, pointer, before: was, after: is }];
    }
    case "title":
    case "description":
    case "summary":
    case "effect":
      return compareTexts(before[part], after[part], pointer);
    case "inputSchema":
      return compareSchemas(was, is, pointer);
    case "outputSchema":
      return compareSchemas(was, is, pointer, "output");
    case "annotations":
      return compareAnnotations(before.annotations, after.annotations);
    case "icons":
      return [{ code: "icons.changed", pointer, before: was, after: is }];
    case "other":
      return compareOther(before.other ?? {}, after.other ?? {});
    case "examples":
    case "failureModes":
    case "resources":
    case "costTier":
      return compareValues(was, is, pointer);
    case "runtime":
      // That nothing holds it any more is a matter of permissions and said there; everything else runs something new.
      return after.runtime.kind === "external"
        ? []
        : [{ code: "runtime.code.changed", pointer, before: was, after: is }];
    case "safetyClass":
    case "egressClass":
    case "category":
    case "actionType":
    case "idempotency":
    case "idempotent":
    case "policy":
    case "constraints":
    case "gate":
    case "outputContent":
    case "cleaning":
    case "maxCost":
      return [];
    case "requires":
      return comparePrefixes(before.requires, after.requires);
    default:
      return [{ code: "part.changed", pointer, before: was, after: is }];
  }
}

/** What stands before a credential in a header is part of what is asked with it; which one goes where, the permissions say. */
function comparePrefixes(before: ToolContract["requires"], after: ToolContract["requires"]): Draft[] {
  const keyOf = ({ secret, host, header }: HeaderSecret): string => `${secret} ${header} ${host}`;
  const known = new Map(before?.headers?.map((one) => [keyOf(one), one.prefix]));
  return (after?.headers ?? []).flatMap((one, index): Draft[] => {
    const [was, is] = [known.get(keyOf(one)), one.prefix];
    if (!known.has(keyOf(one)) || was === is) return [];
    return [{ code: "value.changed", pointer: `/requires/headers/${index}/prefix`, before: was, after: is }];
  });
}

type HeaderSecret = NonNullable<NonNullable<ToolContract["requires"]>["headers"]>[number];

/** What a server sends beyond the known fields. Its output schema is one, for ours is an envelope around any result. */
function compareOther(before: Record<string, unknown>, after: Record<string, unknown>): Draft[] {
  return keysOfBoth(before, after).flatMap((key): Draft[] => {
    const [was, is] = [memberOf(before, key), memberOf(after, key)];
    const pointer = `/other/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (isSameJson(was, is)) return [];
    if (key === "_meta") return [{ code: "meta.changed", pointer, before: was, after: is }];
    if (key === "outputSchema") return compareSchemas(was, is, pointer, "output");
    return compareValues(was, is, pointer);
  });
}

/** Which part of the contract a permission is declared in; the number of people follows from the classes. */
const PART_OF: Readonly<Record<string, string>> = { approvals: "safetyClass", secrets: "requires" };

/** Good practice and a place to hide in: for a person to look at, without an alarm. */
const LOOKED_AT: ReadonlySet<string> = new Set(["tool.gate.declared"]);

/** What the tool may touch, by the rules of the manifest: a widening is critical, a narrowing is worth a note. */
function comparePermissions(before: ToolContract, after: ToolContract, spoken: readonly Change[]): Change[] {
  const changes = diffPermissions(permissionsOf(before), permissionsOf(after)).map((change): Change => {
    const field = change.pointer.split("/")[1] ?? "";
    const severity = LOOKED_AT.has(change.code) ? "review" : change.widening ? "critical" : "info";
    return { ...change, part: PART_OF[field] ?? field, severity };
  });
  const explained = new Set([...spoken, ...changes].map(({ part }) => part));
  const rewritten = keysOfBoth(before, after)
    .filter((part) => !explained.has(part) && !isSameJson(memberOf(before, part), memberOf(after, part)))
    .map((part) => judge({ code: "part.equivalent", pointer: `/${part}` }, part));
  return [...changes, ...rewritten];
}

function judge({ code, ...place }: Draft, part: string): Change {
  const { severity, widening } = CONTRACT_CODES[code];
  return { part, code, severity, widening, ...place };
}

/** The worst of them, or nothing where nothing changed. */
export function gravestOf(changes: readonly Change[]): ChangeSeverity | null {
  return CHANGE_SEVERITIES.findLast((severity) => changes.some((change) => change.severity === severity)) ?? null;
}
