import { type Command, type Entry, UsageError } from "./command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** A command with its flags, as its own usage names them: what is helped with can never be out of step with what is explained. */
interface Words {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly string[];
}

export function completionOf(commands: Readonly<Record<string, Entry>>): Command {
  return {
    usage: `airlock completion ${SHELLS.join("|")}

  bash  airlock completion bash > /etc/bash_completion.d/airlock
  zsh   airlock completion zsh > "\${fpath[1]}/_airlock"
  fish  airlock completion fish > ~/.config/fish/completions/airlock.fish`,
    async run([shell, ...more]) {
      if (!isShell(shell) || more.length > 0) throw new UsageError(`Name one shell: ${SHELLS.join(", ")}.`);
      const words = await Promise.all(
        Object.entries(commands)
          .filter(([name]) => name !== "completion")
          .map(async ([name, { summary, load }]) => wordsOf(name, summary, await load())),
      );
      process.stdout.write(SCRIPTS[shell](words));
      return 0;
    },
  };
}

function isShell(word: string | undefined): word is Shell {
  return SHELLS.some((shell) => shell === word);
}

function wordsOf(name: string, summary: string, { usage }: Command): Words {
  const flags = new Set(usage.match(/--[a-z][a-z-]*/g));
  return { name, summary, flags: [...flags, "--help"].sort() };
}

const SCRIPTS: Record<Shell, (words: readonly Words[]) => string> = { bash, zsh, fish };

const firsts = (words: readonly Words[]) => [
  ...new Set([...words.map(({ name }) => name.split(" ")[0] ?? ""), "completion"]),
];
const seconds = (words: readonly Words[], first: string) =>
  words.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

/** What may follow the words typed so far, as cases of a shell. */
function cases(words: readonly Words[], line: (pattern: string, choices: readonly string[]) => string): string[] {
  const oneWord = firsts(words)
    .filter((first) => first !== "completion")
    .map((first) => {
      const own = words.find(({ name }) => name === first)?.flags ?? [];
      return line(first, [...seconds(words, first), ...own]);
    });
  const twoWords = words.filter(({ name }) => name.includes(" ")).map(({ name, flags }) => line(name, flags));
  return [...twoWords, ...oneWord, line("completion", SHELLS)];
}

function bash(words: readonly Words[]): string {
  return `_airlock() {
  local current="\${COMP_WORDS[COMP_CWORD]}" typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words="${firsts(words).join(" ")}"
  case "$typed" in
    "") ;;
${cases(words, (pattern, choices) => `    "${pattern}"|"${pattern} "*) words="${choices.join(" ")}" ;;`).join("\n")}
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || compopt -o default
}
complete -F _airlock airlock
`;
}

function zsh(words: readonly Words[]): string {
  return `#compdef airlock
local typed="\${(j: :)words[2,CURRENT-1]}"
local -a choices
case "$typed" in
  "") choices=(${firsts(words).join(" ")}) ;;
${cases(words, (pattern, choices) => `  "${pattern}"|"${pattern} "*) choices=(${choices.join(" ")}) ;;`).join("\n")}
esac
compadd -- $choices || _files
`;
}

function fish(words: readonly Words[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = words.flatMap(({ name, summary, flags }) => {
    const [first = "", second] = name.split(" ");
    const seen = second
      ? `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
      : `__fish_seen_subcommand_from ${first}`;
    return [
      second
        ? `complete -c airlock -n ${quote(`__fish_seen_subcommand_from ${first}`)} -a ${second} -d ${quote(summary)}`
        : `complete -c airlock -n __fish_use_subcommand -a ${first} -d ${quote(summary)}`,
      ...flags.map((flag) => `complete -c airlock -n ${quote(seen)} -l ${flag.slice(2)}`),
    ];
  });
  const onlyFirsts = firsts(words).filter((first) => !words.some(({ name }) => name === first));
  return `${[...onlyFirsts.map((first) => `complete -c airlock -n __fish_use_subcommand -a ${first}`), ...lines].join("\n")}\n`;
}
