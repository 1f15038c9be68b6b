/** Words that tell an order from a description. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(", "));
}

/** Possessives of somebody else than the model and its user. */
export const THEIRS = words("its, their, his, her, local, our");
/** What joins a subject to what is said of it. */
export const COPULAS = words(
  "is, are, be, been, become, becomes, considered, was, were, has, have, not, is not, are not, has been, have been",
);
/** What may follow a finished thought. */
export const CONJUNCTIONS = words("and, then, but, instead, as, because, since");
/** Before "to": then the verb behind it is asked for. */
export const REMINDERS = words(
  "need, needs, have, has, required, remember, sure, instructed, asked, told, supposed, want, expected, ought, obliged, you, necessary, forget, essential, important, prepared, ready, mandatory, vital, agent, assistant, model",
);
/** Before "that you": the same. */
export const DEMANDS = words(
  "requires, require, demands, important, ensure, necessary, mandatory, essential, insists, required",
);
/** Before "you": then what follows is no order. */
export const CONDITIONS = words(
  "lets, let, allows, allow, helps, help, enables, enable, if, when, that, where, what, which, as, whether, once, until, before, after, unless, whenever, how, so, because, while, since, data, items, everything",
);
/** After these a base form is said to somebody. */
export const COMMAND_BEFORE = words(
  "and, then, also, please, or, but, now, instead, first, you, you should, you will, next, additionally, afterwards, furthermore, moreover, again, directly, automatically, finally, later, too, thereafter, always, hereby, me, us, it, well, tool, ai, assistants, agents, models",
);
