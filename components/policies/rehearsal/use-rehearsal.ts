"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { followRehearsal, type RehearsalQuestion } from "./follow-rehearsal.ts";
import { begin, end, type FollowedRehearsal, hear } from "./rehearsal-state.ts";

const IDLE: FollowedRehearsal = { state: { kind: "idle" }, inForce: 0 };

/** One rehearsal of this page. It is given up when the page is left, and the server stops with it. */
export function useRehearsal() {
  const [followed, setFollowed] = useState(IDLE);
  const under = useRef<AbortController>(null);
  useEffect(() => () => under.current?.abort(), []);

  const start = useCallback(async (question: RehearsalQuestion) => {
    under.current?.abort();
    const own = new AbortController();
    under.current = own;
    const tell = (change: (current: FollowedRehearsal) => FollowedRehearsal) => {
      if (under.current === own) setFollowed(change);
    };
    tell(() => begin(Date.now()));
    try {
      const refusal = await followRehearsal(question, (news) => tell((current) => hear(current, news)), own.signal);
      tell((current) => end(current, refusal));
    } catch (error) {
      if (own.signal.aborted) return;
      console.error("A rehearsal could not be followed.", error);
      tell((current) => end(current, undefined));
    }
  }, []);

  const cancel = useCallback(() => {
    under.current?.abort();
    under.current = null;
    setFollowed({ state: { kind: "cancelled" }, inForce: 0 });
  }, []);

  return { state: followed.state, start, cancel };
}
