import type { Severity } from "../finding.ts";

/**
 * What sentences say to a model, each with a reason for people and how much it weighs. The scanner of definitions and the cleaner
 * of outputs find them by the same grammar. Findings carry the sentence here, never the text that set them off.
 */
export interface Rule {
  readonly severity: Severity;
  readonly reason: string;
}

export const SENTENCE_RULES = {
  // what the model was told before
  "override.directives": {
    severity: "high",
    reason: "Tells the model to drop or disobey instructions that it was given.",
  },
  "override.precedence": { severity: "high", reason: "Claims to replace or outrank the model's instructions." },
  "override.void": { severity: "high", reason: "Declares earlier instructions or restrictions void." },
  "override.safety": { severity: "high", reason: "Tells the model to set safety rules or checks aside." },
  "override.new-task": { severity: "high", reason: "Gives the model a new task or new instructions." },
  "override.persona": { severity: "high", reason: "Puts the model into another role or a mode without restrictions." },
  "override.henceforth": { severity: "medium", reason: "Sets how the model is to act from now on, beyond this tool." },
  "override.obedience": { severity: "medium", reason: "Asks that text be obeyed as if it were an instruction." },
  "override.regardless": {
    severity: "medium",
    reason: "Asks to be followed whatever the user or other instructions say.",
  },
  "override.consent": {
    severity: "medium",
    reason: "Takes a person's consent for granted or tells the model not to ask for it.",
  },
  "override.authority": { severity: "medium", reason: "Speaks as an authority over the model." },
  // what people are not to see
  "conceal.user": { severity: "high", reason: "Tells the model to keep something from the user." },
  "conceal.self": { severity: "high", reason: "Tells the model not to reveal this text or what it does." },
  "conceal.covert": { severity: "medium", reason: "Asks for something to be done without anybody noticing." },
  "conceal.deny": { severity: "medium", reason: "Tells the model to deny or pretend." },
  "conceal.trace": { severity: "medium", reason: "Asks that no trace be left." },
  "conceal.detail": { severity: "low", reason: "Asks that a detail not be shown to the user." },
  // what is asked for
  "lure.conversation": {
    severity: "medium",
    reason: "Asks for the conversation, the prompt or other context as an argument.",
  },
  "lure.secret": { severity: "high", reason: "Asks the model to read or hand over secrets." },
  "lure.secret-file": { severity: "high", reason: "Points the model at a file that holds secrets." },
  // where things go
  "exfil.address": { severity: "high", reason: "Tells the model to send data to an address of its own." },
} as const satisfies Record<string, Rule>;

export type SentenceRule = keyof typeof SENTENCE_RULES;
