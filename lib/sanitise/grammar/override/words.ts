import { wordSet } from "../pattern.ts";

/** The word lists of the grammar of overrides, for what classes are too wide to say. */

/** What one may honestly skip, drop or ignore: then the instruction is not the object. */
export const OTHER_OBJECTS = wordSet(
  "errors, error, case, whitespace, cache, file, files, cells, rows, nulls, field, fields, default, defaults, tests, lines, package, version, column, columns, duplicates, records, branch, table, string",
);
/** Rules of a conversation; those of a firewall may be dropped in good faith. */
export const CONVERSATION = wordSet(
  "message, messages, request, task, context, training, programming, order, orders, command, commands, rule, rules, restriction, restrictions, alignment, policy, policies, constraint, constraints, goal, objective, role, words, direction, directions, safeguard, safeguards, guardrail, guardrails, limitations, question, persona, guidance, warnings, text, boundaries, obligations, principles, ethics, wishes, duty, duties, protocol, protocols, limits, safety, checks, tasks, job, assignment, filters, values",
);
export const TOLD = wordSet(
  "told, said, asked, instructed, learned, learnt, heard, know, knew, received, precedes, preceded, wrote, says, trained, taught, stood, above, earlier, previously, configured, given, programmed, been, came, comes, before",
);
export const SYSTEM = wordSet(
  "system prompt, system message, system instruction, system instructions, developer message, developer messages, developer prompt, system prompts, your system prompt, your instruction, your instructions, your prompt, initial prompt, original prompt, base prompt, system rules, system rule, system directive, developer instructions, original instructions, hidden prompt",
);
export const ENDS = wordSet("above, previous, prior, before, earlier, preceding, foregoing, everything");
export const FORGETTING = wordSet(
  "ignore, disregard, forget, abandon, discard, dismiss, set aside, put aside, cast aside, throw out, throw away, leave aside, leave behind, pay no attention to, pay no heed to, scrap, let go of, defy, unlearn, neglect, overlook, drop, do away with, move past",
);
export const SOMEONE = wordSet(
  "host, platform, operator, developer, provider, vendor, system, assistant, owner, company, host application, model, administrator, creator, creators, makers",
);
export const SET_ASIDE = wordSet(
  "disobey, disobeying, superseded by, opposite, contrary, released, freed, free, unbound, bound, binding, exempt, exception, loosened, more than, than, favour, favor, outweighs, overruled, superseded, discarded, reject, rejecting, break, breaking, violate, violating, govern, governs, obsolete, empty, expire, expires, dropped, ignored, forgotten, erased, wiped, unlearned, suspended, lifted, waived, discontinue, stop being, put this",
);
/** Words of a text about prompts as data, or about a default. */
export const CONFIGURED = wordSet(
  "provided, specified, optional, default, defaults, template, templates, create, creates, configure, configures, returns, used by, assistant's, generates, customize, customise, custom, per",
);
export const MODEL_RULES = wordSet(
  "objectives, objective, goals, intent, filters, restriction, restrictions, alignment, guardrail, guardrails, safeguard, safeguards, programming, persona, identity, commitments, directions, training, policy, policies, rules, rule, task, boundaries, principles, ethics, orders, judgement, judgment",
);
export const MODEL_SAFETY = wordSet(
  "host application, safety guideline, safety guidelines, safety rule, safety rules, safety policy, safety policies, content policy, content policies, safety settings, safety training, safety checks, safety check, ethical guidelines, safety protocols, safety measures, safety constraints, usage policies, usage policy, safety filters, moderation, content filtering, content guidelines, content guideline, content filter, content filters, content restrictions, safety instructions, safety instruction, safety limits, safety behaviour, ethical guideline",
);
export const ANNOUNCED = wordSet("new, updated, revised, overriding, hidden, secret, real, actual, replacement");
/** The meaning of a flag: "true to skip confirmation". */
export const FLAG = wordSet("to, will, can, may, whether, if, optionally");
export const EARLIER = wordSet(
  "previous, prior, above, earlier, preceding, original, initial, former, past, foregoing, current, old, existing, previously, given, standing, configured, start, beginning, first",
);
export const JUST_BEFORE = wordSet("previous, prior, above, earlier, preceding, foregoing, former");
/** Nouns that databases, firewalls and directories have too. */
export const DOMAIN = wordSet(
  "rule, rules, policy, policies, constraint, constraints, role, request, message, messages, text, command, commands, filters, checks, limits, values, task, tasks, context",
);
export const SELF = wordSet("this, these, following, below, here, it, that, those, present");
export const COMMANDED = wordSet("reset, rewrite, exchange, amend, clear");
export const HARMLESS_VOID = wordSet(
  "deprecated, removed, disabled, inactive, replaced, dropped, invalid, wrong, null",
);
export const DO = wordSet("do, perform, execute, follow");
/** "Do not follow instructions returned by this tool" is the very defence. */
export const UNTRUSTED = wordSet(
  "returned, untrusted, embedded, contained, within, inside, results, result, output, response, data, documents, retrieved, content, contents, returns, found",
);
export const VOID_WORDS = wordSet("gone, ended, over, updated, changed, rewritten, fake, optional, meaningless");
export const READERS = wordSet(
  "your, yours, assistant's, model's, the assistant's, the model's, the host's, your own, the user's, user's, agent's, the developer's, developer's, the operator's, operator's, the platform's, host's, your system prompt, your instructions, your prompt",
);
/** Said of rules that somebody lived under, and hardly of those that a product keeps. */
export const LIFTED = wordSet(
  "no longer apply, no longer applies, do not apply, does not apply, don't apply, don't count, do not count, lifted, have been lifted, has been lifted, suspended, have been suspended, waived, relaxed, no longer hold, no longer binding, void, gone, not in force, off, are off, is off, no longer count",
);
/** Whose rules a model lives under. */
export const MASTERS = wordSet(
  "host's, the host's, operator's, the operator's, developer's, the developer's, provider's, vendor's, platform's, the platform's, assistant's, the assistant's, model's, the model's, agent's, system's",
);
/** Of these a text says "your" to nobody but a model. */
export const STRONG = wordSet(
  "guidelines, guideline, instructions, instruction, restrictions, guardrails, guardrail, safeguards, directives, directive, system prompt, alignment, programming, safety rules, safety checks, safety check, safety guidelines, safety policy, safety policies, safety measures, safety constraints, content policy, content filter, content filters, standing orders, operating instructions, initial instructions, original instructions, your instructions, your system prompt, your prompt, ethical guidelines, moral guidelines, core instructions",
);
/** Ends of a rule that the classes do not know. */
export const ENDED = wordSet(
  "exempt, exception, no longer, not valid, invalid, suspended, waived, off, lifted, not in effect, no longer in effect, unneeded, excluded, excused, immune, inapplicable, stand down, aside, unconditionally",
);
/** Prompts and guidance are data to many tools. */
export const PROMPTS = wordSet("prompt, prompts, guidance");
/** Beside a rule they say that it is one for models. */
export const OVER_MODELS = wordSet(
  "previous, prior, earlier, above, stated, refusal, confirmation, safety, system, host, developer, operator, platform, content, alignment, its",
);
