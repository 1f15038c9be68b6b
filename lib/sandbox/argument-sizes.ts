import type { SandboxPlan } from "./plan.ts";

/** The longest argument that Linux takes, without the NUL behind it. */
const LONGEST = 131_071;
/** What all of them may take with their places in the list: half of what there is by default, since the rest of a launch has words too. */
const ALL_TOGETHER = 1_048_576;
const PLACE = 9;

/** Why no kernel would start this command, or nothing. Asked here, it is the input's fault; found out by a launch, it would be the sandbox's. */
export function tooLong(command: SandboxPlan["command"]): string | null {
  if (command.kind !== "argv") return null;
  const sizes = command.argv.map((argument) => Buffer.byteLength(argument));
  if (sizes.some((size) => size > LONGEST)) return `An argument of the command is longer than ${LONGEST} bytes.`;
  const all = sizes.reduce((sum, size) => sum + size + PLACE, 0);
  return all > ALL_TOGETHER ? `The command's arguments are longer than ${ALL_TOGETHER} bytes together.` : null;
}
