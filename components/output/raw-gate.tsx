import { Eye, Lock } from "lucide-react";
import { Button } from "#components/ui/button.tsx";

interface RawGateProps {
  allowed: boolean;
  busy: boolean;
  refusal: string | undefined;
  onReveal: () => void;
}

/** In front of what the tool really returned: only reviewers go through, and each time is on record. */
export function RawGate({ allowed, busy, refusal, onReveal }: RawGateProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-inset px-3 py-2 text-ink-2">
      {allowed ? <Eye size={16} aria-hidden /> : <Lock size={16} aria-hidden />}
      {allowed ? (
        <>
          <p className="min-w-0 flex-1">
            The raw output may hold secrets or hostile text. Reading it is put on record with your name.
          </p>
          <Button size="sm" busy={busy} onClick={onReveal}>
            Read the raw output
          </Button>
        </>
      ) : (
        <p>Only reviewers read raw output. Below is what the model saw.</p>
      )}
      {refusal && <p className="basis-full text-bad">{refusal}</p>}
    </div>
  );
}
