import Link from "next/link";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Ago, ClockTime } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PolicyVersionItem } from "#lib/policy/versions/policy-version.ts";

/** Which version decides, since when, who wrote it, who put it in force, and why. */
export function InForce({ version, activators }: { version: PolicyVersionItem; activators: readonly string[] }) {
  return (
    <KeyValues
      items={[
        {
          key: "version",
          value: (
            <Link
              href={`/policies/versions/${version.version}`}
              prefetch={false}
              className="font-semibold text-accent underline"
            >
              v{version.version}
            </Link>
          ),
        },
        {
          key: "since",
          value: version.activatedAt ? (
            <>
              <ClockTime at={version.activatedAt} form="date" />, <Ago at={version.activatedAt} />
            </>
          ) : (
            "the installation"
          ),
        },
        { key: "written by", value: version.author ?? "as shipped" },
        { key: "put in force by", value: activators.length > 0 ? activators.join(" and ") : "the installation" },
        { key: "reason", value: <VisibleText text={version.reason} /> },
      ]}
    />
  );
}
