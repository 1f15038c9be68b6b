"use client";
import { useEffect, useEffectEvent, useState } from "react";

/** A script that is fetched when somebody reaches for what it does. */
export interface Late<Script extends object> {
  readonly load: () => Promise<Script>;
  fetched?: Script;
}

/**
 * The script, once it is wanted and here. Where it cannot be fetched, because the connection broke or the page is older than what the server
 * has now, `onFailed` says so, the page goes on, and the next reach tries anew: React's own `lazy` would take the whole page away, with
 * what was typed, and would not try again.
 */
export function useLate<Script extends object>(
  late: Late<Script>,
  wanted: boolean,
  onFailed: () => void,
): Script | undefined {
  const [script, setScript] = useState(late.fetched);
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (!wanted || script) return;
    let left = false;
    late.load().then(
      (here) => {
        late.fetched = here;
        if (!left) setScript(here);
      },
      () => {
        if (!left) fail();
      },
    );
    return () => {
      left = true;
    };
  }, [late, wanted, script]);
  return script;
}
