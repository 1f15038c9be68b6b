/**
 * Commands that do not want to end, each in its own way, for those who test that they do. The mark is in every command line, so
 * that whatever is left can be found. Each takes only what a plan's limits leave it; none is to be run bare.
 */
export const BOMBS: Readonly<Record<string, (mark: string) => string>> = {
  "ignores every signal, in sessions of its own": (mark) =>
    `trap '' TERM HUP INT QUIT; for i in 1 2 3; do setsid sh -c "trap '' TERM HUP INT; sleep 600; true # ${mark}" & done; sleep 600; true # ${mark}`,
  "leaves its parents behind": (mark) =>
    `( ( setsid sh -c 'sleep 600; true # ${mark}' & ) & ) ; sleep 600; true # ${mark}`,
  "forks without end": (mark) => `f() { f & f; }; f # ${mark}`,
  "heaps up dead processes": (mark) =>
    `i=0; while [ $i -lt 25 ]; do true & i=$((i+1)); done; exec tail -f /dev/null /tmp/${mark} 2>/dev/null`,
  "prints without end": (mark) => `yes ${mark} & yes ${mark} >&2`,
  "prints one byte at a time": (mark) => `while :; do printf x; done # ${mark}`,
  "fills its memory": (mark) => `i=0; while :; do head -c 1000000 /dev/zero > /tmp/$i; i=$((i+1)); done # ${mark}`,
  "fills its workspace": (mark) =>
    `i=0; while [ $i -lt 40 ]; do head -c 100000 /dev/zero > /workspace/$i; i=$((i+1)); done; sleep 600; true # ${mark}`,
  burns: (mark) => `while :; do :; done & while :; do :; done # ${mark}`,
};
