import Link from "next/link";
import { Flag, type Tone } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { NoticeItem } from "#lib/notices/list-notices.ts";
import { type DismissAction, DismissNotice } from "./dismiss-notice.tsx";

export const NOTICES_SHOWN = 6;

const TONES: Record<NoticeItem["level"], Tone> = { info: "plain", warning: "medium", urgent: "high" };

interface NoticeListProps {
  items: readonly NoticeItem[];
  total: number;
  /** Nothing: this person only looks. */
  dismiss: DismissAction | null;
}

/** What agents wanted people to see. Their words, so in a well; there is nothing to decide in here. Nothing is shown when there is nothing. */
export function NoticeList({ items, total, dismiss }: NoticeListProps) {
  if (total === 0) return null;
  const more = total - items.length;
  return (
    <Section title="Notices from agents" note={more > 0 ? `${more} more below these` : undefined}>
      <ul className="divide-y rounded-md border bg-panel">
        {items.map((notice) => (
          <li key={notice.id} className="grid gap-x-3 gap-y-1 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_auto_auto]">
            <div className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <Flag tone={TONES[notice.level]}>{notice.level}</Flag>
                <Link href={`/agents/${notice.agent}`} prefetch={false} className="text-ink-2 hover:underline">
                  {notice.agent}
                </Link>
                <span className="text-sm text-ink-3">
                  <Ago at={notice.createdAt} />
                </span>
              </span>
              <div className="untrusted mt-1 rounded-sm border px-2 py-1">
                <b className="font-semibold">
                  <VisibleText text={notice.title} />
                </b>
                {notice.text !== "" && (
                  <span className="block whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
                    <VisibleText text={notice.text} />
                  </span>
                )}
              </div>
            </div>
            <Link
              href={`/invocations/${notice.invocationId}`}
              prefetch={false}
              className="self-center text-sm text-accent underline max-md:hidden"
            >
              the call
            </Link>
            <span className="self-center">
              {dismiss && <DismissNotice noticeId={notice.id} title={notice.title} dismiss={dismiss} />}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
