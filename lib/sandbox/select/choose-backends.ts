import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { ActionType } from "#lib/policy/action-types.ts";
import type { Backend, Category } from "#lib/policy/vocabulary.ts";
import { configuredBackend, type Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import { isContainer, mustBeContainerized, strengthOf } from "./strength.ts";

export interface ChoiceRequest {
  readonly category?: Category;
  readonly actionType?: ActionType;
  /** Asked for by a profile or on the command line. */
  readonly backend?: Backend;
  /** All that the rules of a profile accept. */
  readonly backends?: readonly Backend[];
}

/**
 * Which of the proved backends may run a call, the preferred one first: the one that the document names, then the
 * strongest. The document's choice is a floor, so a stronger one may stand in for it and a weaker one never; and what
 * has to be in a container is, whatever anybody says.
 */
export function chooseBackends(
  request: ChoiceRequest,
  sandboxing: Sandboxing,
  offered: readonly Backend[],
): Outcome<Backend[]> {
  const { category, actionType, backend: asked, backends } = request;
  const configured = category === undefined ? undefined : configuredBackend(sandboxing, category);
  if (configured === "deny-all") return refuse("no_sandbox", `The sandboxing document denies ${category} altogether.`);
  if (asked !== undefined && !offered.includes(asked)) {
    return refuse("no_sandbox", `The backend ${asked} is not offered on this machine.`);
  }
  const accepted = backends === undefined ? offered : offered.filter((backend) => backends.includes(backend));
  if (backends !== undefined && accepted.length === 0) return refuse("no_sandbox", noneAccepted(backends, offered));
  if (asked !== undefined && !accepted.includes(asked)) {
    return refuse(
      "no_sandbox",
      `The policy accepts ${list(backends ?? [])} for this call; ${asked} is not among them.`,
    );
  }
  const enough = (backend: Backend): boolean =>
    (configured === undefined || strengthOf(backend) >= strengthOf(configured)) &&
    // A call of no known kind is taken for the worst, unless a person names the backend.
    (isContainer(backend) ||
      (category === undefined ? asked !== undefined : !mustBeContainerized(category, actionType)));
  if (asked !== undefined) {
    return enough(asked) ? done([asked]) : refuse("no_sandbox", tooWeak(asked, { category, actionType }, configured));
  }
  const sufficient = accepted
    .filter(enough)
    .sort((a, b) => Number(b === configured) - Number(a === configured) || strengthOf(b) - strengthOf(a));
  if (sufficient.length > 0) return done(sufficient);
  if (backends === undefined) return refuse("no_sandbox", missing({ category, actionType }, configured, offered));
  return refuse("no_sandbox", `The policy accepts ${list(backends)} for this call, and that is not enough for it.`);
}

function noneAccepted(backends: readonly Backend[], offered: readonly Backend[]): string {
  const asked = backends.length === 0 ? "no backend at all, since its rules have none in common" : list(backends);
  return `The policy accepts ${asked} for this call; proved here ${offered.length === 0 ? "was nothing" : `were only ${list(offered)}`}.`;
}

function list(backends: readonly Backend[]): string {
  return backends.join(" and ");
}

interface Kind {
  readonly category: Category | undefined;
  readonly actionType: ActionType | undefined;
}

function tooWeak(asked: Backend, { category, actionType }: Kind, configured: Backend | undefined): string {
  return category !== undefined && mustBeContainerized(category, actionType) && !isContainer(asked)
    ? `${category} calls need a container; ${asked} is none.`
    : `The sandboxing document asks for ${configured} or stronger; ${asked} is weaker.`;
}

function missing({ category, actionType }: Kind, configured: Backend | undefined, offered: readonly Backend[]): string {
  const needed =
    configured !== undefined && isContainer(configured)
      ? `${configured}, which the sandboxing document names for ${category},`
      : category !== undefined && mustBeContainerized(category, actionType)
        ? `A container, which ${category} calls need,`
        : `${configured ?? "A container"}`;
  const have = offered.length === 0 ? "nothing was proved" : `proved were only ${list(offered)}`;
  return `${needed} is not available here, and nothing as strong: ${have}.`;
}
