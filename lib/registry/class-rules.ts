import type { ToolContract } from "./contract.ts";
import type { FieldProblem } from "./declaration.ts";

/**
 * The classes say how a call is guarded and the policy what it can reach; people read the classes first. A contract whose
 * policy reaches further than its classes admit is refused, for then the class is not true.
 */
export function classesBroken(contract: ToolContract): FieldProblem[] {
  return [...egressBroken(contract), ...readingBroken(contract)];
}

/** Whatever it calls itself: through a network that it has, something can leave. */
function egressBroken({ egressClass, policy: { network } }: ToolContract): FieldProblem[] {
  if (egressClass !== "none" || network === undefined || network.mode === "none") return [];
  const message = `egressClass none has no network, but policy.network.mode is ${network.mode}: say egressClass read_only (or write), or network mode none.`;
  return [{ pointer: "/egressClass", message }];
}

/** The policy of a server's tool is the whole server's, which may write what this one tool only reads. */
function readingBroken({ safetyClass, policy: { network, filesystem }, runtime }: ToolContract): FieldProblem[] {
  if (safetyClass !== "read" || runtime.kind === "mcp") return [];
  const open: FieldProblem[] =
    network?.mode === "open"
      ? [
          {
            pointer: "/policy/network/mode",
            message:
              "A read tool has no open network: say safetyClass network and name its hosts, or network mode none.",
          },
        ]
      : [];
  const outside = (filesystem?.write ?? []).flatMap((glob, index) =>
    isInWorkspace(glob)
      ? []
      : [
          {
            pointer: `/policy/filesystem/write/${index}`,
            message: `A read tool writes nothing outside \${workspace}, but declares ${glob}: say safetyClass write, or take it out.`,
          },
        ],
  );
  return [...open, ...outside];
}

function isInWorkspace(glob: string): boolean {
  return /^\$\{workspace\}(\/|$)/.test(glob) && !glob.split("/").includes("..");
}
