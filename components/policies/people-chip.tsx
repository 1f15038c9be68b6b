import { Chip } from "#components/ui/chip.tsx";
import { peopleWords } from "./policy-words.ts";

const TONES = ["ok", "medium", "dual"] as const;
const MARKS = ["▸", "◐", "◆"] as const;

/** What is asked for before a call runs, by mark, word and colour. */
export function PeopleChip({ people }: { people: number }) {
  return (
    <Chip tone={TONES[people] ?? "dual"}>
      <span aria-hidden>{MARKS[people] ?? "◆"}</span>
      {peopleWords(people)}
    </Chip>
  );
}
