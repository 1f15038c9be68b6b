import { environmentSchema } from "./variables.ts";

const WIDTH = 110;

const HEADER = [
  "Every variable that an installation reads. None is needed to start: copy this file to .env and uncomment what you want to change.",
  "Clients have their own: AIRLOCK_URL (the gateway's address), AIRLOCK_KEY (an agent's key), AIRLOCK_AUTHOR_KEY (for 'airlock register').",
  "Made from lib/environment/variables.ts by 'npm run check -- --write'; a test compares the two.",
];

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const variables = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { description = "", example = "" } = schema.meta() ?? {};
    return [...wrap(description), `# ${name}=${String(example)}`].join("\n");
  });
  return `${[HEADER.flatMap(wrap).join("\n"), ...variables].join("\n\n")}\n`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.pop();
    if (last === undefined) lines.push(word);
    else if (last.length + word.length < WIDTH) lines.push(`${last} ${word}`);
    else lines.push(last, word);
  }
  return lines.map((line) => `# ${line}`);
}
