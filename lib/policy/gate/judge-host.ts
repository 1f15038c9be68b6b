import { refuse } from "#lib/errors/outcome.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { allowsHost, type EffectiveAccess } from "./effective-access.ts";
import type { FoundArgument } from "./find-arguments.ts";
import type { HostTarget } from "./host-pattern.ts";
import { type Judgement, lineAbout } from "./judgement.ts";
import { readTarget } from "./read-target.ts";

export function judgeHost(argument: FoundArgument, network: EffectiveAccess["network"]): Judgement {
  const target = readTarget(argument);
  if ("hostless" in target) return passed("an address of nobody", "The address names no host.");
  if ("impossible" in target) return denied("not a usable address", target.impossible);
  const problem = whyNotAllowed(network, target);
  return problem === undefined
    ? passed(describeHost(target), "The host is allowed to tool and agent.")
    : denied(describeHost(target), problem);

  function passed(saw: string, sentence: string): Judgement {
    return { line: lineAbout(argument, "gate.host", "pass", saw, sentence) };
  }

  function denied(saw: string, problem: string): Judgement {
    const sentence = `The address at ${plainText(argument.pointer, 80)} ${problem}.`;
    const details = { pointer: argument.pointer, mode: network.mode, allowed: network.hosts };
    return {
      line: lineAbout(argument, "gate.host", "deny", saw, sentence),
      refusal: refuse("host_refused", sentence, details),
    };
  }
}

function whyNotAllowed(network: EffectiveAccess["network"], target: HostTarget): string | undefined {
  if (allowsHost(network, target)) return undefined;
  if (network.mode === "none") return "names a host, and this tool has no network for this agent";
  return `names ${describeHost(target)}, which is not on the tool's list for this agent`;
}

function describeHost({ host, port }: HostTarget): string {
  return plainText(port === undefined ? host : `${host}:${port}`, 120);
}
