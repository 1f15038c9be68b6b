interface Looking {
  /** Long values that are still folded. */
  readonly unopened: number;
  /** The end of the arguments has been in view. */
  readonly seenEnd: boolean;
}

/** What a person has to look at before their yes means that they saw what they approve. */
export function whyNotYet({ unopened, seenEnd }: Looking): string | undefined {
  if (unopened > 0) return "Open the long values first";
  return seenEnd ? undefined : "Look at all arguments first";
}
