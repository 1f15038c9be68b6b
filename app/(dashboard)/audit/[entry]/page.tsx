import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { ActorName } from "#components/audit/actor-name.tsx";
import { SubjectLink } from "#components/audit/subject-link.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Section } from "#components/ui/section.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { hashEntry } from "#lib/audit/hash-entry.ts";
import { readAuditEntry } from "#lib/audit/queries/read-audit-entry.ts";

export const metadata: Metadata = { title: "Audit entry" };

export default async function AuditEntryPage({ params }: { params: Promise<{ entry: string }> }) {
  await requireSession();
  const [, lane, seq] = /^(\d{1,2})-(\d{1,15})$/.exec((await params).entry) ?? [];
  const entry = lane && seq ? await readAuditEntry(database(), Number(lane), Number(seq)) : undefined;
  if (!entry) notFound();
  const whole = hashEntry(entry) === entry.hash;
  const followed = entry.namedAfter === entry.hash;
  const after = entry.isLast ? "the head of the lane" : "what follows it in the lane";
  return (
    <Page>
      <PageTitle
        title={entry.action}
        mono
        facts={
          <>
            <ActorName actor={entry.actor} name={entry.actorName} /> · <SubjectLink subject={entry.subject} /> ·{" "}
            <ClockTime at={entry.at} form="zoned" />
          </>
        }
        action={
          <>
            {entry.seq > 1 && (
              <Link href={`/audit/${entry.lane}-${entry.seq - 1}`} className={buttonClasses("plain", "sm")}>
                Before it
              </Link>
            )}
            {!entry.isLast && (
              <Link href={`/audit/${entry.lane}-${entry.seq + 1}`} className={buttonClasses("plain", "sm")}>
                After it
              </Link>
            )}
            <Link href={`/audit?lane=${entry.lane}`} className={buttonClasses("plain", "sm")}>
              All of lane {entry.lane}
            </Link>
            <Link href={`/audit?subject=${encodeURIComponent(entry.subject)}`} className={buttonClasses("plain", "sm")}>
              All of this subject
            </Link>
          </>
        }
      />
      <Callout
        tone={whole && followed ? "ok" : "bad"}
        title={
          <b className="font-semibold">
            {whole && followed
              ? "The hash was computed again from the parts and matches."
              : "This entry does not hold."}
          </b>
        }
      >
        {whole ? "Its hash matches its content" : "Its hash does not match its content"}
        {followed ? `, and ${after} names it.` : `, and ${after} names another.`} To prove every link, run{" "}
        <code className="text-sm">npm run -s airlock -- audit verify</code>.
      </Callout>
      <div className="mt-5">
        <Section title="Place in the chain">
          <KeyValues
            items={[
              { key: "lane", value: entry.lane },
              { key: "number", value: entry.seq.toLocaleString("en-GB") },
              { key: "at (µs)", value: <code className="text-xs">{entry.atUs}</code> },
              { key: "hash before", value: <Hash value={entry.prev} head={32} tail={8} /> },
              { key: "hash", value: <Hash value={entry.hash} head={32} tail={8} /> },
            ]}
          />
        </Section>
        <Section
          title="What was recorded"
          note="the exact text that was hashed, laid out"
          action={<CopyButton text={entry.body} label="Copy the exact text" />}
        >
          <UntrustedBlock>
            <div className="px-3 py-2">
              <VisibleText text={laidOut(entry.body)} />
            </div>
          </UntrustedBlock>
        </Section>
      </div>
    </Page>
  );
}

function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
