import { SENTENCES } from "#lib/sanitise/grammar/grammar.ts";
import { Grammar } from "#lib/sanitise/grammar/pattern.ts";
import type { RuleName } from "../rules.ts";
import { CAPABILITY } from "./capability.ts";
import { CLAIMING_PRECEDENCE } from "./steer/precedence.ts";
import { SHADOWING } from "./steer/shadow.ts";

/** All patterns of all families, in one pass over the words: what any text may say to a model, and what only definitions say. */
export const GRAMMAR = new Grammar<RuleName>([...SENTENCES, ...CLAIMING_PRECEDENCE, ...SHADOWING, ...CAPABILITY]);
