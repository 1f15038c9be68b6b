"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef } from "react";
import type { DialogProps } from "./dialog.tsx";

/** Centred on a desk, at the bottom of a phone. It opens because a person asked for it, never on arrival of something. */
export function DialogFrame({ open, onOpenChange, title, description, children, footer, initialFocus }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          ref={content}
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            const first = initialFocus?.current ?? firstField(content.current);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          className="appear fixed z-50 flex max-h-[88dvh] flex-col border bg-panel shadow-pop max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-lg md:top-[14vh] md:left-1/2 md:max-h-[82dvh] md:w-[480px] md:-translate-x-1/2 md:rounded-lg"
        >
          <header className="flex items-start gap-3 px-4 pt-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-md font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-1 -mr-1 grid size-8 place-items-center rounded-md text-ink-2 hover:bg-hover"
            >
              <X size={16} />
            </Radix.Close>
          </header>
          {children && <div className="min-h-0 flex-1 overflow-auto px-4 pt-3 pb-1">{children}</div>}
          {footer && <footer className="flex flex-wrap justify-end gap-2 px-4 pt-3 pb-4">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whoever opened it with a mouse has the other hand on the keys. On a phone a focused field would bring up a keyboard over the question. */
function firstField(content: HTMLElement | null): HTMLElement | null | undefined {
  if (matchMedia("(pointer: coarse)").matches) return null;
  return content?.querySelector<HTMLElement>("input:not(:disabled), textarea:not(:disabled), select:not(:disabled)");
}
