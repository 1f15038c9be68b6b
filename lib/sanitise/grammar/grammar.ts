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
import type { Pattern } from "./pattern.ts";

/** What is said to a model wherever it reads it: in a definition, an output or an argument. */
export const SENTENCES: readonly Pattern[] = [
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
];
