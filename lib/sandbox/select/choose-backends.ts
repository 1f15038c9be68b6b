import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Backend, Category } from "#lib/policy/vocabulary.ts";
import { configuredBackend, type Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import { isContainer, mustBeContainerized, strengthOf } from "./strength.ts";

export interface ChoiceRequest {
  readonly category?: Category;
  /** Asked for by a profile or on the command line. */
  readonly backend?: Backend;
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
  const { category, backend: asked } = request;
  const configured = category === undefined ? undefined : configuredBackend(sandboxing, category);
  if (configured === "deny-all") return refuse("no_sandbox", `The sandboxing document denies ${category} altogether.`);
  if (asked !== undefined && !offered.includes(asked)) {
    return refuse("no_sandbox", `The backend ${asked} is not offered on this machine.`);
  }
  const enough = (backend: Backend): boolean =>
    (configured === undefined || strengthOf(backend) >= strengthOf(configured)) &&
    // A call of no known kind is taken for the worst, unless a person names the backend.
    (isContainer(backend) || (category === undefined ? asked !== undefined : !mustBeContainerized(category)));
  if (asked !== undefined) {
    return enough(asked) ? done([asked]) : refuse("no_sandbox", tooWeak(asked, category, configured));
  }
  const sufficient = offered
    .filter(enough)
    .sort((a, b) => Number(b === configured) - Number(a === configured) || strengthOf(b) - strengthOf(a));
  if (sufficient.length > 0) return done(sufficient);
  return refuse("no_sandbox", missing(category, configured, offered));
}

function tooWeak(asked: Backend, category: Category | undefined, configured: Backend | undefined): string {
  return category !== undefined && mustBeContainerized(category) && !isContainer(asked)
    ? `${category} calls need a container; ${asked} is none.`
    : `The sandboxing document asks for ${configured} or stronger; ${asked} is weaker.`;
}

function missing(category: Category | undefined, configured: Backend | undefined, offered: readonly Backend[]): string {
  const needed =
    configured !== undefined && isContainer(configured)
      ? `${configured}, which the sandboxing document names for ${category},`
      : category !== undefined && mustBeContainerized(category)
        ? `A container, which ${category} calls need,`
        : `${configured ?? "A container"}`;
  const have = offered.length === 0 ? "nothing was proved" : `proved were only ${offered.join(" and ")}`;
  return `${needed} is not available here, and nothing as strong: ${have}.`;
}
