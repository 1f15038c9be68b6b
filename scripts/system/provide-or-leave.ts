import { type Prerequisite, provide } from "./prerequisite.ts";

/** For a command that can do nothing without a program: finds or installs it, or says what a person has to run and ends. */
export async function provideOrLeave(prerequisite: Prerequisite, exitCode: number): Promise<void> {
  const provided = await provide(prerequisite);
  if (provided.state !== "missing") return;
  const tried = provided.reason ? `\nInstalling it failed:\n${provided.reason}\n` : "";
  process.stderr.write(
    `This needs ${prerequisite.name}. Run this, then the same again:\n\n    ${provided.command}\n${tried}`,
  );
  process.exit(exitCode);
}
