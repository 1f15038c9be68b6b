import type { Sql } from "postgres";

/** What goes into one statement at the most; the database bounds it too. */
const MOST_ITEMS = 32;
const MOST_CHARACTERS = 300_000;

/** Statements of a pool that are under way at once; what comes meanwhile gathers. With more of them each would only be smaller. */
const MOST_UNDER_WAY = 2;

/**
 * For fewer no second one is begun beside it: what a statement costs whatever it holds is shared by all in it. Two of four take nearly half as much
 * processor time again as one of eight, and where processors are not idle they are no faster either.
 */
const FEWEST_BESIDE = 8;

/** Unless the one under way takes longer than that: it may wait for a lock that is not theirs. */
const PATIENCE_MS = 20;

interface Item {
  /** What it adds to the statement. */
  readonly text: string;
}

/** Does several items in one statement; one answer an item, in their order. */
type Work<I extends Item, Answer> = (sql: Sql, items: readonly I[]) => Promise<readonly Promise<Answer>[]>;

interface Waiting<I, Answer> {
  readonly item: I;
  resolve(answer: Promise<Answer>): void;
  reject(reason: unknown): void;
}

interface Queue<I, Answer> {
  readonly waiting: Waiting<I, Answer>[];
  underWay: number;
  woken: boolean;
  /** Runs while few wait behind one that is under way; when it has run out they go beside it. */
  patience?: NodeJS.Timeout | undefined;
  outOfPatience: boolean;
}

/**
 * Lets items that wait at the same moment share a statement, as commits share a write to disk: one that comes alone goes
 * alone and at once; those that come while others are under way go together when one of these is done, or beside it once they are
 * many. Nobody waits for more to come.
 */
export function gatherer<I extends Item, Answer>(work: Work<I, Answer>): (sql: Sql, item: I) => Promise<Answer> {
  const queues = new WeakMap<Sql, Queue<I, Answer>>();

  function wake(sql: Sql, queue: Queue<I, Answer>): void {
    if (queue.woken || queue.waiting.length === 0 || queue.underWay >= MOST_UNDER_WAY) return;
    if (mayBegin(queue) === 0) {
      queue.patience ??= setTimeout(() => {
        queue.patience = undefined;
        queue.outOfPatience = true;
        wake(sql, queue);
      }, PATIENCE_MS);
      return;
    }
    queue.woken = true;
    // After whatever else this moment brings: the answers of one statement make their askers ask again.
    setImmediate(() => {
      queue.woken = false;
      for (let more = mayBegin(queue); more > 0; more = mayBegin(queue)) void send(sql, queue, take(queue, more));
      // What did not fit waits behind these, and for no longer than others do.
      wake(sql, queue);
    });
  }

  async function send(sql: Sql, queue: Queue<I, Answer>, taken: readonly Waiting<I, Answer>[]): Promise<void> {
    queue.underWay += 1;
    clearTimeout(queue.patience);
    queue.patience = undefined;
    queue.outOfPatience = false;
    try {
      const answers = await work(
        sql,
        taken.map(({ item }) => item),
      );
      for (const [at, { resolve }] of taken.entries()) {
        resolve(answers[at] ?? Promise.reject(new Error("There is no answer to this item.")));
      }
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      queue.underWay -= 1;
      wake(sql, queue);
    }
  }

  return (sql, item) => {
    const queue = queues.get(sql) ?? { waiting: [], underWay: 0, woken: false, outOfPatience: false };
    queues.set(sql, queue);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ item, resolve, reject });
      wake(sql, queue);
    });
  };
}

/** How many statements may begin now. One always may where none is under way. */
function mayBegin<I, Answer>({ waiting, underWay, outOfPatience }: Queue<I, Answer>): number {
  if (waiting.length === 0) return 0;
  const worthwhile = Math.floor(waiting.length / FEWEST_BESIDE);
  return Math.min(MOST_UNDER_WAY - underWay, underWay === 0 || outOfPatience ? Math.max(1, worthwhile) : worthwhile);
}

/** The share of one statement, when `statements` begin. */
function take<I extends Item, Answer>({ waiting }: Queue<I, Answer>, statements: number): Waiting<I, Answer>[] {
  const share = Math.min(MOST_ITEMS, Math.ceil(waiting.length / statements));
  let characters = 0;
  const fitting = waiting.slice(0, share).findIndex(({ item }) => {
    characters += item.text.length;
    return characters > MOST_CHARACTERS;
  });
  return waiting.splice(0, fitting < 0 ? share : Math.max(1, fitting));
}
