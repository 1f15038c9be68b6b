import type { Metadata } from "next";
import Link from "next/link";
import { gatewayUrl } from "#app/server/environment.ts";
import { requireSession } from "#app/server/session.ts";
import { OperationEntry } from "#components/connect/operation-entry.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Section } from "#components/ui/section.tsx";
import { OPERATIONS } from "#lib/gateway/openapi/operations.ts";
import { describeOperation } from "#lib/gateway/openapi/reference.ts";

export const metadata: Metadata = { title: "API reference" };

/** Everything agents can send, made from the schemas that check it. */
export default async function ReferencePage() {
  await requireSession();
  const document = `${gatewayUrl()}/api/v1/openapi.json`;
  const groups = [...Map.groupBy(OPERATIONS, ({ group }) => group)];
  return (
    <Page>
      <PageTitle
        title="API reference"
        facts={
          <>
            <span className="font-mono text-sm">{gatewayUrl()}/api/v1</span>
            <span>
              <code className="font-mono text-sm">Authorization: Bearer KEY</code>
            </span>
            <span className="inline-flex items-center gap-1">
              OpenAPI 3.1 at <code className="font-mono text-sm">/openapi.json</code>
              <CopyButton text={document} label="Copy the document's address" />
            </span>
          </>
        }
        action={
          <Link href="/connect" prefetch={false} className={buttonClasses("plain", "sm")}>
            Connect an agent
          </Link>
        }
      />
      {groups.map(([group, operations]) => (
        <Section key={group} title={group}>
          <div className="overflow-hidden rounded-md border bg-panel">
            {operations.map((operation) => (
              <OperationEntry key={operation.id} operation={describeOperation(operation)} />
            ))}
          </div>
        </Section>
      ))}
    </Page>
  );
}
