import { describe, expect, test } from "vitest";
import { BACKENDS, type Backend, CATEGORIES } from "#lib/policy/vocabulary.ts";
import { LAYERED } from "#lib/sandbox/config/layered.fixture.ts";
import { loadSandboxing } from "#lib/sandbox/config/load-sandboxing.ts";
import { DEFAULT_SANDBOXING, type Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import { type ChoiceRequest, chooseBackends } from "./choose-backends.ts";
import { isContainer, mustBeContainerized } from "./strength.ts";

function load(text: string): Sandboxing {
  const loaded = loadSandboxing(text);
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.value;
}

const layered = load(LAYERED);
const ALL_LOCAL: Backend[] = ["process", "firejail", "bubblewrap"];

function chosen(request: ChoiceRequest, sandboxing: Sandboxing, offered: Backend[]): Backend[] | string {
  const outcome = chooseBackends(request, sandboxing, offered);
  return outcome.ok ? outcome.value : outcome.message;
}

describe("which backend runs a call", () => {
  test("only one that the rules of a profile accept; none of them is a refusal that names them", () => {
    const category = "file_system";
    expect(chosen({ category, backends: ["bubblewrap", "gvisor"] }, layered, ALL_LOCAL)).toEqual(["bubblewrap"]);
    expect(chosen({ category, backends: ["gvisor", "docker"] }, layered, ALL_LOCAL)).toContain("gvisor and docker");
    expect(chosen({ category, backends: [] }, layered, ALL_LOCAL)).toContain("no backend at all");
    expect(chosen({ category, backend: "bubblewrap", backends: ["firejail"] }, layered, ALL_LOCAL)).toContain(
      "not among them",
    );
    // A rule takes away: it does not make a weaker backend enough.
    expect(chosen({ category: "code_execution", backends: ["process"] }, layered, ALL_LOCAL)).toContain("not enough");
  });

  test("code that is run is run in a container, whatever category its tool gives itself", () => {
    const category = "file_system";
    expect(chosen({ category }, layered, ALL_LOCAL)).toContain("process");
    expect(chosen({ category, actionType: "exec:code" }, layered, ALL_LOCAL)).toEqual(["bubblewrap"]);
  });

  test("without a document: bubblewrap or nothing", () => {
    for (const category of CATEGORIES) {
      expect(chosen({ category }, DEFAULT_SANDBOXING, ALL_LOCAL)).toEqual(["bubblewrap"]);
      expect(chosen({ category }, DEFAULT_SANDBOXING, ["process", "firejail"])).toContain("not available here");
    }
  });

  test("the configured one first, then the strongest: a plan that it cannot hold goes up, not down", () => {
    expect(chosen({ category: "file_system" }, layered, ALL_LOCAL)).toEqual(["process", "bubblewrap", "firejail"]);
  });

  test("where docker is configured and not here, bubblewrap stands in; a weaker one does not", () => {
    expect(chosen({ category: "web" }, layered, ALL_LOCAL)).toEqual(["bubblewrap"]);
    expect(chosen({ category: "web" }, layered, ["process", "firejail"])).toContain("docker");
  });

  test("gvisor and e2b promise more than any local backend: refused without them", () => {
    for (const backend of ["gvisor", "e2b"]) {
      const sandboxing = load(`sandboxing:\n  default_backend: ${backend}\n`);
      expect(chosen({ category: "memory" }, sandboxing, ALL_LOCAL)).toContain(backend);
    }
  });

  test("deny-all for a kind of tool denies it, whatever is offered or asked for", () => {
    const sandboxing = load("sandboxing:\n  overrides:\n    terminal: deny-all\n");
    expect(chosen({ category: "terminal", backend: "bubblewrap" }, sandboxing, ALL_LOCAL)).toContain("denies terminal");
  });

  test("one that is asked for has to be offered, and strong enough", () => {
    expect(chosen({ category: "memory", backend: "firejail" }, layered, ALL_LOCAL)).toEqual(["firejail"]);
    expect(chosen({ category: "memory", backend: "firejail" }, layered, ["bubblewrap"])).toContain("not offered");
    expect(chosen({ category: "memory", backend: "firejail" }, DEFAULT_SANDBOXING, ALL_LOCAL)).toContain("weaker");
    expect(chosen({ category: "terminal", backend: "process" }, layered, ALL_LOCAL)).toContain("container");
    expect(chosen({ backend: "process" }, DEFAULT_SANDBOXING, ALL_LOCAL)).toEqual(["process"]);
    expect(chosen({}, layered, ALL_LOCAL)).toEqual(["bubblewrap"]);
  });
});

test("nothing that anybody writes sends code, a terminal, the web or a database to less than a container", () => {
  const offers: Backend[][] = [ALL_LOCAL, ["process"], ["firejail"], ["seatbelt", "process"], [...BACKENDS]];
  let chosenOnes = 0;
  for (const default_backend of BACKENDS) {
    for (const category of CATEGORIES.filter((one) => mustBeContainerized(one))) {
      for (const override of [undefined, ...BACKENDS]) {
        for (const backend of [undefined, ...BACKENDS]) {
          for (const offered of offers) {
            const overrides = override === undefined ? {} : { [category]: override };
            const request = { category, ...(backend === undefined ? {} : { backend }) };
            const outcome = chooseBackends(request, { ...DEFAULT_SANDBOXING, default_backend, overrides }, offered);
            if (outcome.ok) chosenOnes += outcome.value.length;
            if (outcome.ok) expect(outcome.value.filter((name) => !isContainer(name))).toEqual([]);
          }
        }
      }
    }
  }
  expect(chosenOnes).toBeGreaterThan(100);
});
