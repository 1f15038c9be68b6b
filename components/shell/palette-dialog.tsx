"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Activity, Bot, Plug, Search, Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { fetchJson } from "#components/live/fetch-json.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { PLACES } from "./navigation.ts";

interface SearchHit {
  readonly kind: "agent" | "tool" | "server" | "invocation";
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly href: string;
}

const ICONS = { agent: Bot, tool: Wrench, server: Plug, invocation: Activity } as const;
const PAGES = PLACES.flatMap((place) => [place, ...(place.parts ?? [])]);
const ITEM =
  "flex h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-accent-soft max-md:h-11";

/** Go to a place, or find an agent, a tool, a server or a call by name or id. Labels are names and ids, never agents' prose. */
export function PaletteDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const [words, setWords] = useState("");
  const go = (href: string) => {
    onOpenChange(false);
    setWords("");
    router.push(href);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="appear fixed top-[12vh] left-1/2 z-50 w-[560px] max-w-[calc(100vw-24px)] -translate-x-1/2 overflow-hidden rounded-lg border bg-panel shadow-pop max-md:top-3"
        >
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <Command
            loop
            label="Search or jump to"
            filter={(value, search) => (value.includes(search.toLowerCase()) ? 1 : 0)}
          >
            <div className="flex items-center gap-2.5 border-b px-3.5">
              <Search size={15} className="text-ink-3" aria-hidden />
              <Command.Input
                value={words}
                onValueChange={setWords}
                placeholder="A page, an agent, a tool, a server, a call's id…"
                className="h-11 w-full bg-transparent text-md outline-none placeholder:text-ink-3 max-md:text-[16px]"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List className="max-h-[50vh] overflow-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-ink-2">Nothing has that name or id.</Command.Empty>
              <Command.Group heading={<GroupHeading>Pages</GroupHeading>}>
                {PAGES.map((place) => (
                  <Command.Item
                    key={place.href}
                    value={`page ${place.label.toLowerCase()}`}
                    onSelect={() => go(place.href)}
                    className={ITEM}
                  >
                    <place.icon size={15} className="text-ink-2" aria-hidden />
                    {place.label}
                  </Command.Item>
                ))}
              </Command.Group>
              <Hits words={words} onChoose={go} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Hits({ words, onChoose }: { words: string; onChoose: (href: string) => void }) {
  const search = words.trim();
  const { data } = useQuery({
    queryKey: ["search", search],
    queryFn: ({ signal }) => fetchJson<SearchHit[]>(`/api/search?q=${encodeURIComponent(search)}`, signal),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  if (!data || data.length === 0 || search.length < 2) return null;
  return (
    <Command.Group heading={<GroupHeading>Found</GroupHeading>}>
      {data.map((hit) => {
        const Icon = ICONS[hit.kind];
        return (
          <Command.Item
            key={hit.href}
            value={`${hit.kind} ${hit.label} ${hit.id} ${search}`.toLowerCase()}
            onSelect={() => onChoose(hit.href)}
            className={ITEM}
          >
            <Icon size={15} className="shrink-0 text-ink-2" aria-hidden />
            <span className="truncate font-mono text-sm">{hit.label}</span>
            <span className="ml-auto shrink-0 text-sm text-ink-2">{hit.note}</span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}

function GroupHeading({ children }: { children: string }) {
  return <span className="block px-2.5 pt-2 pb-1 text-xs font-medium text-ink-2">{children}</span>;
}
