import type { Markers } from "../marker.ts";
import { StageLog, type StageResult } from "../stage.ts";
import { matchUrlPassword, matchUserOption } from "./address.ts";
import { Anchors } from "./anchors.ts";
import { Assignments, isSecretValue } from "./assignment.ts";
import {
  KEY_MEMBERS,
  KEY_SIGNS,
  matchAccountKey,
  matchJsonKey,
  matchPrivateKey,
  matchPuttyKey,
  matchStaticKey,
  matchWebToken,
} from "./blocks.ts";
import { Columns } from "./columns.ts";
import {
  BEFORE_COOKIES,
  BEFORE_PASSWORD,
  matchAfterWords,
  matchCookie,
  matchPasswordOption,
  matchSeedPhrase,
  TAKES_PASSWORD,
} from "./command-line.ts";
import { INNER_FORMATS, TOKEN_FORMATS } from "./formats.ts";
import {
  BEFORE_PAIR,
  CALLED_WITH_PASSWORD,
  GIVES_PASSWORD,
  matchArgument,
  matchDriverAddress,
  matchFlag,
  matchGiven,
  matchPair,
  matchSpoken,
  SPOKEN,
} from "./given.ts";
import { matchAnswer, matchBasic, matchBearer, matchRegistryAuth } from "./http-authorization.ts";
import { type NameStrength, SECRET_WORDS } from "./names.ts";
import { BEFORE_HASH, matchHash } from "./password-hashes.ts";
import { matchHere, matchLogins, matchPiped } from "./piped.ts";
import { BEFORE_GROUPS, matchGroups } from "./second-factor.ts";
import { type Attempt, extensionsOf, type Match, matchInner, matchLongest } from "./token.ts";

/**
 * Credentials become markers that say their kind. Nothing in the text can switch this off: there is no allow comment, and the
 * text around a token acquits it of nothing.
 */

interface Rule {
  readonly anchor: string;
  /** A secret told by the text around it, which may stand elsewhere without that text. */
  readonly contextual?: boolean;
  readonly match: (text: string, start: number, end: number, assignments: Assignments) => Attempt;
  /** What the rule finds besides, also further on, where other rules will look too. */
  readonly matchAlso?: (text: string, start: number, end: number, columns: Columns) => readonly Match[];
}

const nothing = (_text: string, _start: number, end: number): number => end;

/**
 * A word of two letters is no anchor by itself: the gate would have to open for each two like them, whatever stands before them. With
 * what may stand behind it as well it has three.
 */
const SHORT = 2;
const AFTER_SHORT = [...":=\"'`*|,;(<- \t\n\uff1a\uff1d\u662f\u4e3a\u70ba\u306f\ub294\uc740\uff08"];

function namedBy(word: string, after: string): Rule {
  const beyond = after.length;
  return {
    anchor: word + after,
    contextual: true,
    match: (_, start, end, assignments) => assignments.match(start, end - beyond),
    matchAlso: (_text, start, end, columns) => columns.below(start, end - beyond),
  };
}

const RULES: readonly Rule[] = [
  ...TOKEN_FORMATS.map((format): Rule => {
    const longer = extensionsOf(format, TOKEN_FORMATS);
    return { anchor: format.prefix, match: (text, _, end) => matchLongest(text, format, longer, end) };
  }),
  ...INNER_FORMATS.map(
    (format): Rule => ({ anchor: format.anchor, match: (text, _, end) => matchInner(text, format, end) }),
  ),
  { anchor: "-----BEGIN ", match: matchPrivateKey },
  { anchor: "---- BEGIN ", match: matchPrivateKey },
  { anchor: "Private-Lines: ", match: (text, _, end) => matchPuttyKey(text, end) },
  { anchor: "eyJ", match: (text, _, end) => matchWebToken(text, end) },
  { anchor: "://", contextual: true, match: (text, _, end) => matchUrlPassword(text, end) },
  { anchor: "bearer ", contextual: true, match: (text, _, end) => matchBearer(text, end) },
  { anchor: "basic ", contextual: true, match: (text, _, end) => matchBasic(text, end) },
  { anchor: '"auth"', contextual: true, match: (text, _, end) => matchRegistryAuth(text, end) },
  { anchor: " -u", contextual: true, match: (text, _, end) => matchUserOption(text, end) },
  { anchor: "--user ", contextual: true, match: (text, _, end) => matchUserOption(text, end) },
  ...BEFORE_COOKIES.map(
    (anchor): Rule => ({ anchor, contextual: true, match: (text, _, end) => matchCookie(text, end) }),
  ),
  ...TAKES_PASSWORD.map(
    (anchor): Rule => ({ anchor, contextual: true, match: (text, _, end) => matchPasswordOption(text, end) }),
  ),
  ...BEFORE_PASSWORD.map((anchor): Rule => ({ anchor, contextual: true, match: matchAfterWords })),
  ...["seed phrase", "recovery phrase", "mnemonic"].map(
    (anchor): Rule => ({ anchor, contextual: true, match: (text, _, end) => matchSeedPhrase(text, end) }),
  ),
  ...KEY_MEMBERS.map((anchor): Rule => ({ anchor, match: (text, _, end) => matchJsonKey(text, end) })),
  ...GIVES_PASSWORD.map(
    (anchor): Rule => ({ anchor, match: nothing, matchAlso: (text, _, end) => matchGiven(text, end) }),
  ),
  ...CALLED_WITH_PASSWORD.map(
    (anchor): Rule => ({ anchor, contextual: true, match: (text, _, end) => matchArgument(text, end) }),
  ),
  ...BEFORE_PAIR.map((anchor): Rule => ({ anchor, contextual: true, match: matchPair })),
  ...[" -p ", " -p'", ' -p"', " -w ", " -w'", "/p:", "-pw:", "/rp "].map(
    (anchor): Rule => ({ anchor, contextual: true, match: (text, _, end) => matchFlag(text, end) }),
  ),
  ...["echo ", "printf "].map(
    (anchor): Rule => ({ anchor, contextual: true, match: (text, _, end) => matchPiped(text, end) }),
  ),
  ...Object.keys(SPOKEN).map((anchor): Rule => ({ anchor, contextual: true, match: matchSpoken })),
  ...KEY_SIGNS.map((anchor): Rule => ({ anchor, match: matchAccountKey })),
  ...["@tcp(", "@unix("].map((anchor): Rule => ({ anchor, contextual: true, match: matchDriverAddress })),
  ...BEFORE_GROUPS.map(
    (anchor): Rule => ({ anchor, contextual: true, match: (text, _, end) => matchGroups(text, end) }),
  ),
  { anchor: "-----BEGIN OpenVPN Static key V1-----", match: (text, _, end) => matchStaticKey(text, end) },
  { anchor: "auth plain ", contextual: true, match: (text, _, end) => matchBasic(text, end) },
  { anchor: "334 UGFzc3dvcmQ6", contextual: true, match: (text, _, end) => matchAnswer(text, end) },
  { anchor: "<<< ", contextual: true, match: (text, _, end) => matchHere(text, end) },
  { anchor: "chpasswd", match: nothing, matchAlso: (text, _, end) => matchLogins(text, end) },
  ...BEFORE_HASH.map((anchor): Rule => ({ anchor, match: matchHash })),
  ...SECRET_WORDS.flatMap((word) =>
    word.length > SHORT ? namedBy(word, "") : AFTER_SHORT.map((after) => namedBy(word, after)),
  ),
];

const ANCHORS = new Anchors(RULES.map((rule) => rule.anchor));

/** Looking for a known secret elsewhere costs a pass each: enough for honest output, bounded for hostile. */
const SWEPT_MAX = 16;
const SWEPT_LENGTH_MIN = 8;

/** `promise` is what the name of the whole text says about it, where the text is the value of a named field. */
export function maskSecrets(text: string, markers: Markers, promise?: NameStrength): StageResult {
  const whole = promise !== undefined && isSecretValue(text, promise);
  const matches = whole ? [{ start: 0, end: text.length, kind: promise }] : findSecrets(text);
  const log = new StageLog();
  for (const { start, end, kind } of matches) {
    const severity = kind === "private-key" ? "critical" : "high";
    log.edit(start, end, markers.credential(kind, text.slice(start, end)), `credential.${kind}`, severity);
  }
  return log;
}

/** Whether there is one that has not been masked. */
export function findsSecret(text: string): boolean {
  return text !== "" && findSecrets(text).length > 0;
}

function findSecrets(text: string): readonly Match[] {
  const matches: Match[] = [];
  const contextual = new Map<string, string>();
  /** How far each rule has read for nothing: it does not read the same characters twice. */
  const readTo = new Map<number, number>();
  const assignments = new Assignments(text);
  const columns = new Columns(text);
  const also: Match[] = [];
  let maskedTo = 0;
  ANCHORS.scan(text, (index, end) => {
    const rule = RULES[index] as Rule;
    const start = end - rule.anchor.length;
    if (start < maskedTo || start < (readTo.get(index) ?? 0)) return end;
    const attempt = rule.match(text, start, end, assignments);
    if (typeof attempt === "number") {
      for (const match of rule.matchAlso?.(text, start, end, columns) ?? []) also.push(match);
      if (attempt > end) readTo.set(index, attempt);
      return end;
    }
    if (attempt.start < maskedTo) return end;
    const secret = text.slice(attempt.start, attempt.end);
    if (rule.contextual && contextual.size < SWEPT_MAX) contextual.set(secret, attempt.kind);
    matches.push(attempt);
    maskedTo = attempt.end;
    return attempt.end;
  });
  for (const { start, end, kind } of also)
    if (contextual.size < SWEPT_MAX) contextual.set(text.slice(start, end), kind);
  if (contextual.size === 0) return matches;
  return inOrder([...matches, ...also, ...repeatsOf(text, contextual)]);
}

/** A password found by its name is masked wherever else it stands, or the model would still read it. */
function repeatsOf(text: string, secrets: ReadonlyMap<string, string>): readonly Match[] {
  const repeats: Match[] = [];
  for (const [secret, kind] of secrets) {
    if (secret.length < SWEPT_LENGTH_MIN) continue;
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      repeats.push({ start: at, end: at + secret.length, kind });
  }
  return repeats;
}

/** By their places; of those that begin together the longest, and of two equal ones the first: its rule knows the kind. */
function inOrder(matches: readonly Match[]): readonly Match[] {
  let to = 0;
  return [...matches]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((match) => {
      if (match.start < to) return false;
      to = match.end;
      return true;
    });
}
