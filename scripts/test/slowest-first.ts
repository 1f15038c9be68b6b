import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

/**
 * Where nothing is known of an earlier run, vitest begins with the largest files. Those of soak/ are small and take longest, so
 * they came last: two of them waited for a lease or a server while nobody else had anything left to do.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((ofProject) => {
      const { soak = [], others = [] } = Object.groupBy(ofProject, ({ moduleId }) =>
        relative(PROJECT_ROOT, moduleId).startsWith("soak/") ? "soak" : "others",
      );
      return [...soak, ...others];
    });
  }
}
