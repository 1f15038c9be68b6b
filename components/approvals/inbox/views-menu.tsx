"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, Check, Trash2, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { callAction } from "#components/live/call-action.ts";
import { fetchJson } from "#components/live/fetch-json.ts";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem, MenuLabel, MenuRule } from "#components/ui/menu.tsx";
import { DialogNotFetched } from "#components/ui/not-fetched.tsx";
import { Nothing } from "#components/ui/nothing.ts";
import { toast } from "#components/ui/toast.ts";
import type { InboxView } from "#lib/approvals/views/inbox-view.ts";

const SaveViewDialog = dynamic(
  () =>
    import("./save-view-dialog.tsx").then(
      (loaded) => loaded.SaveViewDialog,
      () => DialogNotFetched,
    ),
  {
    loading: Nothing,
  },
);

interface ViewsMenuProps {
  /** The filter that is on the screen, as a query. */
  query: string;
  onOpen: (query: string) => void;
}

/** Named filters: one's own and those that others lent. The one on the screen is marked; it can be copied as an address. */
export function ViewsMenu({ query, onOpen }: ViewsMenuProps) {
  const client = useQueryClient();
  const actions = useInboxActions();
  const [saving, setSaving] = useState(false);
  const { data: views = [] } = useQuery({
    queryKey: ["inbox-views"],
    queryFn: ({ signal }) => fetchJson<InboxView[]>("/api/approvals/views", signal),
    staleTime: 60_000,
  });
  const current = views.find((view) => view.query === query);
  const remove = async ({ id, name }: InboxView) => {
    const outcome = await callAction(() => actions.removeView({ id }));
    if (outcome.ok) toast.success(`The view “${name}” is gone.`);
    else toast.error(outcome.message);
    await client.invalidateQueries({ queryKey: ["inbox-views"] });
  };
  const list = (label: string, some: readonly InboxView[]) =>
    some.length > 0 && (
      <>
        <MenuLabel>{label}</MenuLabel>
        {some.map((view) => (
          <MenuItem
            key={view.id}
            icon={view === current ? <Check size={14} /> : view.shared ? <Users size={14} /> : null}
            onSelect={() => onOpen(view.query)}
          >
            <span className="truncate">{view.name}</span>
            {view.by && <span className="ml-auto pl-3 text-xs text-ink-2">{view.by}</span>}
          </MenuItem>
        ))}
      </>
    );
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" className="max-w-44 max-md:h-9">
            <Bookmark size={13} aria-hidden />
            <span className="truncate">{current?.name ?? "Views"}</span>
          </Button>
        }
      >
        {list(
          "Yours",
          views.filter(({ by }) => by === null),
        )}
        {list(
          "Shared by others",
          views.filter(({ by }) => by !== null),
        )}
        {views.length > 0 && <MenuRule />}
        <MenuItem icon={<BookmarkPlus size={14} />} onSelect={() => setSaving(true)}>
          Save this view…
        </MenuItem>
        {current?.mayRemove && (
          <MenuItem icon={<Trash2 size={14} />} onSelect={() => void remove(current)}>
            Remove “{current.name}”
          </MenuItem>
        )}
      </Menu>
      {saving && (
        <SaveViewDialog
          onClose={() => setSaving(false)}
          query={query}
          name={current?.by === null ? current.name : ""}
          shared={current?.by === null && current.shared}
        />
      )}
    </>
  );
}
