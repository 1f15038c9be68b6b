export { type Argument, argumentsOf, endsOf, isLong } from "#lib/approvals/arguments/arguments-of.ts";
