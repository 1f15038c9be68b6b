interface Looking {
  /** Long values that are still folded. */
  readonly unopened: number;
  /** The end of the arguments has been in view. */
  readonly seenEnd: boolean;
  /** How long the database still refuses a yes of this person. */
  readonly secondsLeft?: number;
  readonly hurried?: boolean;
}

/** What a person has to look at, and for how long, before their yes means that they saw what they approve. */
export function whyNotYet({ unopened, seenEnd, secondsLeft = 0, hurried = false }: Looking): string | undefined {
  if (unopened > 0) return "Open the long values first";
  if (!seenEnd) return "Look at all arguments first";
  if (secondsLeft <= 0) return undefined;
  return hurried
    ? `Your last approvals were quicker than reading: ${secondsLeft} s more for this one`
    : `Read it: ${secondsLeft} s more`;
}
