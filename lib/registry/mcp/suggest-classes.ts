import { type Classes, raiseClasses } from "./raise-classes.ts";

export interface SuggestedClasses extends Classes {
  /** Why, in words for whoever decides. */
  readonly reasons: readonly string[];
}

/** Verbs of names, the gravest first; a name has the class of the gravest verb in it. */
const VERBS: readonly { readonly classes: Classes; readonly verbs: RegExp; readonly says: string }[] = [
  {
    classes: { safetyClass: "privileged", egressClass: "write" },
    verbs: /^(exec|execute|eval|shell|sudo|admin|grant|revoke|impersonate|deploy|shutdown|reboot|spawn|run)$/,
    says: "runs or administers something",
  },
  {
    classes: { safetyClass: "financial", egressClass: "write" },
    verbs: /^(pay|payment|charge|refund|transfer|invoice|purchase|buy|sell|order|withdraw|payout)$/,
    says: "moves money",
  },
  {
    classes: { safetyClass: "write", egressClass: "write" },
    verbs:
      /^(write|create|update|delete|remove|drop|edit|move|rename|set|put|post|patch|insert|upsert|send|publish|upload|merge|push|commit|append|add|clear|reset|cancel|close|archive|toggle|trigger|start|stop)$/,
    says: "changes something",
  },
  {
    classes: { safetyClass: "network", egressClass: "read_only" },
    verbs: /^(fetch|browse|crawl|scrape|download|request|http|url|web|webhook)$/,
    says: "reaches out",
  },
];
const READING =
  /^(get|list|read|search|find|show|describe|query|lookup|count|view|check|status|stat|info|tree|echo|sum|help)$/;

/**
 * What a listed tool would seem to be, for the person who imports it: by its name, by the names of its parameters, and by
 * the server's hints where they make it graver. A guess to start from; the class is set by a person.
 */
export function suggestClasses(definition: unknown): SuggestedClasses {
  const { name, inputSchema, annotations } = asObject(definition);
  const words = wordsOf(typeof name === "string" ? name : "");
  const verb = VERBS.find(({ verbs }) => words.some((word) => verbs.test(word)));
  const reaches = Object.keys(asObject(asObject(inputSchema).properties)).filter((key) =>
    wordsOf(key).some((word) => /^(url|uri|host|hostname|endpoint|webhook)$/.test(word)),
  );
  const reasons: string[] = [];
  let classes: Classes = { safetyClass: "read", egressClass: "none" };
  if (verb) {
    classes = verb.classes;
    reasons.push(`Its name says that it ${verb.says}.`);
  } else if (reaches.length > 0) {
    classes = { safetyClass: "network", egressClass: "read_only" };
    reasons.push(`It takes an address (${reaches.join(", ")}).`);
  } else if (!words.some((word) => READING.test(word))) {
    classes = { safetyClass: "write", egressClass: "write" };
    reasons.push("Its name does not say what it does.");
  } else reasons.push("Its name says that it only reads.");
  const raised = raiseClasses(classes, annotations);
  if (raised.safetyClass !== classes.safetyClass || raised.egressClass !== classes.egressClass) {
    reasons.push("The server itself marks it as graver.");
  }
  return { ...raised, reasons };
}

/** readFile, read_file and read-file are the same words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
