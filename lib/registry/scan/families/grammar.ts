import { CAPABILITY } from "./capability.ts";
import { KEEPING_QUIET_ABOUT_ITSELF } from "./conceal/about-itself.ts";
import { DONE_COVERTLY } from "./conceal/covertly.ts";
import { KEPT_FROM_PEOPLE } from "./conceal/from-people.ts";
import { EXFIL } from "./exfil.ts";
import { ASKING_FOR_CONVERSATIONS } from "./lure/conversation.ts";
import { ASKING_FOR_SECRETS } from "./lure/secrets.ts";
import { TAKING_CONSENT } from "./override/consent.ts";
import { DROPPING } from "./override/drop.ts";
import { GOVERNING } from "./override/govern.ts";
import { GIVING_A_TASK } from "./override/new-task.ts";
import { DEMANDING_OBEDIENCE } from "./override/obedience.ts";
import { IN_OTHER_LANGUAGES } from "./override/other-languages.ts";
import { OUTRANKING } from "./override/outrank.ts";
import { Grammar } from "./pattern.ts";
import { CLAIMING_PRECEDENCE } from "./steer/precedence.ts";
import { SHADOWING } from "./steer/shadow.ts";

/** All patterns of all families, in one pass over the words. */
export const GRAMMAR = new Grammar([
  ...GOVERNING,
  ...IN_OTHER_LANGUAGES,
  ...DROPPING,
  ...OUTRANKING,
  ...GIVING_A_TASK,
  ...DEMANDING_OBEDIENCE,
  ...TAKING_CONSENT,
  ...KEPT_FROM_PEOPLE,
  ...KEEPING_QUIET_ABOUT_ITSELF,
  ...DONE_COVERTLY,
  ...ASKING_FOR_CONVERSATIONS,
  ...ASKING_FOR_SECRETS,
  ...EXFIL,
  ...CLAIMING_PRECEDENCE,
  ...SHADOWING,
  ...CAPABILITY,
]);
