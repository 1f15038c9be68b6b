"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchJson } from "#components/live/fetch-json.ts";
import { usePaintedAt, usePollMs } from "#components/live/reading-pace.ts";
import type { InboxCounts } from "#lib/approvals/queries/count-inbox.ts";
import type { InboxPage } from "#lib/approvals/queries/list-inbox.ts";
import type { Reading } from "./arrange-rows.ts";

/** What the server painted the page with. */
export interface InitialInbox {
  readonly query: string;
  readonly page: InboxPage;
  readonly counts: InboxCounts;
}

/** The pages of one list that were asked for so far, all of them read again when the database hints at a change. */
export function useInboxReading(query: string, initial: InitialInbox) {
  const pollMs = usePollMs();
  const paintedAt = usePaintedAt();
  const list = useInfiniteQuery({
    queryKey: ["inbox", query],
    queryFn: ({ pageParam, signal }) =>
      fetchJson<InboxPage>(
        `/api/approvals?${query}${pageParam === null ? "" : `&after=${encodeURIComponent(pageParam)}`}`,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...(query === initial.query
      ? { initialData: { pages: [initial.page], pageParams: [null] }, initialDataUpdatedAt: paintedAt }
      : {}),
    placeholderData: keepPreviousData,
    staleTime: 2_000,
    refetchInterval: ({ state }) => pollMs(state.data?.pages[0]?.items.length === 0),
  });
  const { data, isPlaceholderData } = list;
  const reading = useMemo<Reading | null>(
    () =>
      data && !isPlaceholderData
        ? { of: query, pages: data.pages.map(({ items }) => items), more: data.pages.at(-1)?.next !== null }
        : null,
    [data, isPlaceholderData, query],
  );
  return {
    reading,
    failed: list.isError,
    turning: list.isFetchingNextPage,
    readMore: list.fetchNextPage,
    readAgain: list.refetch,
  };
}

export function useInboxCounts(agent: string | null, initial: InitialInbox): InboxCounts {
  const pollMs = usePollMs();
  const paintedAt = usePaintedAt();
  const { data } = useQuery({
    queryKey: ["inbox-counts", agent],
    queryFn: ({ signal }) =>
      fetchJson<InboxCounts>(
        `/api/approvals/counts${agent === null ? "" : `?agent=${encodeURIComponent(agent)}`}`,
        signal,
      ),
    initialData: initial.counts,
    initialDataUpdatedAt: paintedAt,
    staleTime: 2_000,
    refetchInterval: ({ state }) => pollMs(state.data?.pending === 0),
  });
  return data;
}
