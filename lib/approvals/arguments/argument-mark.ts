/** A place in one argument, as its text is laid out by `argumentsOf`, that wants a second look. Half-open, in UTF-16 code units. */
export interface ArgumentMark {
  readonly argument: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "copied" | "finding" | "host";
  /** One sentence in our own words. */
  readonly title: string;
}
