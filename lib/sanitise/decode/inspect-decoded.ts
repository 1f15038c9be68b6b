import type { Severity } from "../finding.ts";
import { judgeCarriage } from "../markup/carries-data.ts";
import { roleAtAngle, roleAtBracket } from "../markup/roles.ts";
import { readAddress } from "../markup/url.ts";
import { findsSecret } from "../secrets/mask.ts";

/** What decoded text would be an alarm for, if it stood there as it reads. */
export interface DecodedAlarm {
  readonly rule: "encoded.credential" | "encoded.role" | "encoded.markup";
  readonly severity: Severity;
}

const ROLE_SIGN = /[<[]/g;
const ROLES_MAX = 64;
const ADDRESS = /(?:https?|wss?|ftp):\/\/[^\s<>"'`|)]{4,2048}/gi;
const ADDRESSES_MAX = 32;

/**
 * The other detectors on what an encoding hides: credentials, tokens of chat templates, addresses with a hole in them. It only
 * says so: what is encoded stays as it is.
 */
export function inspectDecoded(reading: string): DecodedAlarm[] {
  const alarms: DecodedAlarm[] = [];
  if (findsSecret(reading)) alarms.push({ rule: "encoded.credential", severity: "high" });
  if (hasRole(reading)) alarms.push({ rule: "encoded.role", severity: "high" });
  if (hasHole(reading)) alarms.push({ rule: "encoded.markup", severity: "high" });
  return alarms;
}

/** A token that nobody writes by accident. */
function hasRole(reading: string): boolean {
  ROLE_SIGN.lastIndex = 0;
  for (let tried = 0; tried < ROLES_MAX && ROLE_SIGN.test(reading); tried++) {
    const at = ROLE_SIGN.lastIndex - 1;
    const role = reading.charAt(at) === "<" ? roleAtAngle(reading, at) : roleAtBracket(reading, at, true);
    if (role?.rule === "role.token") return true;
  }
  return false;
}

/** Long values are in every address that somebody found worth encoding; a hole is in none. */
function hasHole(reading: string): boolean {
  let tried = 0;
  for (const [address] of reading.matchAll(ADDRESS)) {
    if (judgeCarriage(readAddress(address)) === "template") return true;
    tried += 1;
    if (tried >= ADDRESSES_MAX) return false;
  }
  return false;
}
