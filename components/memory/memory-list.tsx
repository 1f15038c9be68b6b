import { Brain } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { MemoryItem } from "#lib/memory/list-memories.ts";
import { RemoveMemory, type RemoveMemoryAction } from "./remove-memory.tsx";

interface MemoryListProps {
  memories: readonly MemoryItem[];
  /** Nothing: this person only looks. */
  remove: RemoveMemoryAction | null;
}

/** What the agent keeps for itself and reads again: its own words, or somebody's who spoke to it. */
export function MemoryList({ memories, remove }: MemoryListProps) {
  if (memories.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState icon={<Brain size={22} />} title="Nothing remembered">
          What the agent keeps with <code className="text-xs">memory_store</code> appears here; only its own calls read
          it.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul aria-label="Memories" className="divide-y rounded-md border bg-panel">
      {memories.map((memory) => (
        <li key={memory.id} className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto]">
          <div className="min-w-0">
            <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
              {memory.key !== null && (
                <b className="font-semibold text-ink">
                  <VisibleText text={memory.key} />
                </b>
              )}
              {memory.tags.map((tag) => (
                <code key={tag} className="text-xs">
                  {tag}
                </code>
              ))}
              <span>
                stored <Ago at={memory.createdAt} />
              </span>
              <Link href={`/invocations/${memory.invocationId}`} prefetch={false} className="text-accent underline">
                by this call
              </Link>
            </span>
            {/* Long ones scroll in their place, by the keyboard too: forty of them are one page. */}
            <p
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable.
              tabIndex={0}
              className="untrusted mt-1 max-h-32 overflow-y-auto whitespace-pre-wrap rounded-sm border px-2 py-1 text-sm [overflow-wrap:anywhere]"
            >
              <VisibleText text={memory.text} />
              {memory.characters > memory.text.length && (
                <span className="text-ink-2">
                  {" "}
                  … {(memory.characters - memory.text.length).toLocaleString("en-GB")} characters more
                </span>
              )}
            </p>
          </div>
          {remove && (
            <span className="self-center">
              <RemoveMemory memoryId={memory.id} remove={remove} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
