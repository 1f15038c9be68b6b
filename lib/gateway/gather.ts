import type { Sql } from "postgres";

/** What goes into one statement at the most; the database bounds it too. */
const MOST_ITEMS = 32;
const MOST_CHARACTERS = 300_000;

/** Statements of a pool that are under way at once; what comes meanwhile gathers. With more of them each would only be smaller. */
const MOST_UNDER_WAY = 2;

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
}

/**
 * Lets items that wait at the same moment share a statement, as commits share a write to disk: one that comes alone goes
 * alone and at once; those that come while others are under way go together when one of these is done. Nobody waits for more
 * to come.
 */
export function gatherer<I extends Item, Answer>(work: Work<I, Answer>): (sql: Sql, item: I) => Promise<Answer> {
  const queues = new WeakMap<Sql, Queue<I, Answer>>();

  function wake(sql: Sql, queue: Queue<I, Answer>): void {
    if (queue.woken || queue.underWay >= MOST_UNDER_WAY || queue.waiting.length === 0) return;
    queue.woken = true;
    // After whatever else this moment brings: the answers of one statement make their askers ask again.
    setImmediate(() => {
      queue.woken = false;
      while (queue.underWay < MOST_UNDER_WAY && queue.waiting.length > 0) void send(sql, queue, take(queue));
    });
  }

  async function send(sql: Sql, queue: Queue<I, Answer>, taken: readonly Waiting<I, Answer>[]): Promise<void> {
    queue.underWay += 1;
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
    const queue = queues.get(sql) ?? { waiting: [], underWay: 0, woken: false };
    queues.set(sql, queue);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ item, resolve, reject });
      wake(sql, queue);
    });
  };
}

/** The share of one statement, when all that may still begin do. */
function take<I extends Item, Answer>({ waiting, underWay }: Queue<I, Answer>): Waiting<I, Answer>[] {
  const share = Math.min(MOST_ITEMS, Math.ceil(waiting.length / (MOST_UNDER_WAY - underWay)));
  let characters = 0;
  const fitting = waiting.slice(0, share).findIndex(({ item }) => {
    characters += item.text.length;
    return characters > MOST_CHARACTERS;
  });
  return waiting.splice(0, fitting < 0 ? share : Math.max(1, fitting));
}
