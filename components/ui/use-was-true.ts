"use client";
import { useState } from "react";

/** True from the first time that `now` is: for what is loaded when it is first needed, and then stays. */
export function useWasTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
