import { cleaningWords } from "#lib/policy/document/class-cleaning.ts";
import type { TraceLine } from "../../decision-trace.ts";
import { actingGrant } from "../acting-grant.ts";
import { NO_HISTORY } from "../call-history.ts";
import { judgeClasses } from "../judge-classes.ts";
import { judgeLevel } from "../judge-level.ts";
import { judgePermission, permissionOf } from "../judge-permission.ts";
import { judgeLists, judgeRules } from "../judge-profiles.ts";
import { judgeTier, tierOf } from "../tier.ts";
import { type EffectiveLine, list, type Said, strictestSaid } from "./effective-line.ts";
import type { EffectiveCase } from "./effective-policy.ts";

/** Who is asked, how long they have, and what becomes of a call: every line that is written, the strictest binding. */
export function peopleLines(found: EffectiveCase): EffectiveLine[] {
  return [...verdictLines(found), ...classLines(found), ...minuteLines(found)];
}

const DENIED = 3;
const VERDICTS = ["run", "one person", "two people", "denied"] as const;

function verdictLines({ policy, agent, tool, entry, call, rules }: EffectiveCase): EffectiveLine[] {
  const permission = permissionOf(entry, tool.name);
  const acting = actingGrant(policy, agent, tool.category);
  const tier = tierOf(tool.policy.risk, tool.safetyClass, {
    ...{ alarm: tool.alarmed, drifted: false, firstSeenTarget: false },
  });
  const said = [
    ...judgeClasses(policy.classes, tool, tool.requiresApproval).map((line) =>
      asSaid(line, line.rule.startsWith("registry.") ? "registry" : `class ${line.rule}`),
    ),
    ...judgeTier(tier, tool.safetyClass).map((line) => asSaid(line, "tier dual")),
    ...judgePermission(permission, tool.name).map((line) => asSaid(line, "agent entry")),
    ...judgeLevel({ ...acting, ...tool, allowed: permission === "allowed" })
      .filter(({ concluded }) => concluded !== "pass")
      .map((line) => asSaid(line, `level ${acting.level}`)),
    ...rules.flatMap((rule) =>
      // What counts calls has lines of its own.
      judgeRules(
        [{ ...rule, rule: { ...rule.rule, max_invocations: undefined, only_after: undefined } }],
        tool.name,
        NO_HISTORY,
      ).map((line) => asSaid(line, `profile ${rule.profile}, rule ${rule.place}`)),
    ),
    ...entry.profiles.flatMap((profile) =>
      judgeLists({ profiles: [profile], unknownProfiles: [] }, call).map((line) =>
        asSaid(line, listOf(line, profile.name)),
      ),
    ),
    ...judgeLists({ profiles: [], unknownProfiles: entry.unknownProfiles }, call).map((line) =>
      asSaid(line, "agent entry"),
    ),
  ];
  return strictestSaid(
    "verdict",
    said,
    (rank) => rank,
    (rank) => VERDICTS[rank] ?? "denied",
  );
}

function listOf({ rule }: TraceLine, profile: string): string {
  return `profile ${profile}, ${rule === "profile.otherwise" ? "auto_approve" : "human_approval"}`;
}

function asSaid({ concluded, people = 0, sentence }: TraceLine, from: string): Said<number> {
  return { value: concluded === "deny" ? DENIED : people, from, reason: sentence };
}

function classLines({ policy, tool }: EffectiveCase): EffectiveLine[] {
  const { voters, attempts, backoff_seconds, audit, cleaning } = policy.classes.safety[tool.safetyClass];
  const from = `class safety.${tool.safetyClass}`;
  const pause =
    attempts > 1 && backoff_seconds > 0 ? `${attempts}, ${backoff_seconds} s apart at first` : `${attempts}`;
  return [
    { field: "voters", value: list(voters), from, binds: true },
    { field: "attempts", value: pause, from, binds: true },
    { field: "audit", value: audit, from, binds: true },
    ...(cleaning ? [{ field: "cleaning" as const, value: cleaningWords(cleaning), from, binds: true }] : []),
  ];
}

function minuteLines({ entry, call }: EffectiveCase): EffectiveLine[] {
  const said = entry.profiles.flatMap(({ name, approvalMinutes }) =>
    call.words.flatMap((word) => {
      const minutes = approvalMinutes.get(word);
      return minutes === undefined ? [] : [{ value: minutes, from: `profile ${name}, approval_minutes ${word}` }];
    }),
  );
  return strictestSaid("approval_minutes", said, (minutes) => -minutes);
}
