import Link from "next/link";
import { buttonClasses } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { ProposedPolicy } from "#lib/policy/versions/propose-policy.ts";
import { waitsAt } from "../versions/waits-at.ts";

/** Where a proposal waits, and for whom. */
export function ProposedNotice({ proposed }: { proposed: ProposedPolicy }) {
  return (
    <Callout
      tone={proposed.widens ? "dual" : "ok"}
      title={
        <b className="font-semibold">Proposed as v{proposed.version}. Nothing changes until it is put in force.</b>
      }
    >
      {proposed.required > 1
        ? "It allows more than what is in force, so two reviewers who did not write it have to agree."
        : "It waits for one reviewer who did not write it."}
      <span className="mt-2 flex flex-wrap gap-2">
        <Link href={waitsAt(proposed)} prefetch={false} className={buttonClasses("primary", "sm")}>
          Where it waits
        </Link>
        <Link href={`/policies/versions/${proposed.version}`} prefetch={false} className={buttonClasses("plain", "sm")}>
          Version {proposed.version}
        </Link>
      </span>
    </Callout>
  );
}
