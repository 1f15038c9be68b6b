import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { AttentionMenu } from "#components/approvals/attention/attention-menu.tsx";
import { Timeline } from "#components/approvals/attention/timeline.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Subject } from "#lib/approvals/attention/attend.ts";

interface PanelFrameProps {
  label: string;
  subject: Subject;
  /** Something can still be done about it. */
  open: boolean;
  onBack: () => void;
  footer: ReactNode;
  children: ReactNode;
}

/** The pane beside the list: what is read scrolls, what answers stays. */
export function PanelFrame({ label, subject, open, onBack, footer, children }: PanelFrameProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <section
        aria-label={label}
        data-reading
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-auto outline-none px-5 pt-4 pb-6 max-md:px-4 max-md:pb-28"
      >
        <Button tone="quiet" size="sm" className="-ml-2 mb-2 md:hidden" onClick={onBack}>
          <ChevronLeft size={15} aria-hidden /> All pending
        </Button>
        {children}
        <div className="mt-5">
          <Timeline subject={subject} />
        </div>
      </section>
      <footer className="flex items-center gap-2 border-t bg-panel px-5 py-2.5 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] max-md:z-20 max-md:flex-wrap max-md:px-4">
        {footer}
        {open && (
          <span className="ml-auto">
            <AttentionMenu subject={subject} />
          </span>
        )}
      </footer>
    </div>
  );
}
