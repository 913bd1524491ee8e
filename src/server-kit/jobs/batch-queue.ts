import { setTimeout as wait } from 'node:timers/promises'

const BATCH_MAX = 100
/** If the last batch ended less than this many milliseconds ago, the next batch waits for more items. */
const BUSY_MS = 40
const GATHER_MS = 25

export type BatchQueueOptions = {
  /** Whether an error concerns the whole batch. If so, the halves of the batch are not retried. */
  isOfAll?: (error: unknown) => boolean
  /** Time that a batch waits for more items under load, in milliseconds. */
  gatherMs?: number
}

type BatchQueue<Item, Answer> = {
  /** Adds an item. Resolves with its result. */
  add: (item: Item) => Promise<Answer>
  /** Number of items in the queue. */
  depth: () => number
  /** Resolves when the queue is empty and no batch runs. */
  idle: () => Promise<void>
}

/**
 * Runs added items in batches, one batch at a time, so that one database transaction serves all waiting callers. If a
 * batch fails, its halves are retried: one bad item then fails alone, and most others stay together.
 *
 * @param together Runs a whole batch or nothing of it. Returns results in the order of the items. `join` returns the
 * items and adds those that arrived in the meantime; calling it late makes batches larger.
 */
export function createBatchQueue<Item, Answer>(
  together: (join: () => readonly Item[]) => Promise<readonly Answer[]>,
  { isOfAll = () => false, gatherMs = GATHER_MS }: BatchQueueOptions = {},
): BatchQueue<Item, Answer> {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const queue: Waiting[] = []
  let running: Promise<void> | undefined
  let endedAt = -Infinity

  async function runAll(): Promise<void> {
    while (queue.length > 0) {
      if (queue.length < BATCH_MAX && performance.now() - endedAt < BUSY_MS) await wait(gatherMs)
      await run(queue.splice(0, BATCH_MAX), true)
      endedAt = performance.now()
    }
  }
  async function run(batch: Waiting[], mayGrow = false): Promise<void> {
    const join = () => {
      if (mayGrow) batch.push(...queue.splice(0, BATCH_MAX - batch.length))
      return batch.map(({ item }) => item)
    }
    try {
      const answers = await together(join)
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer)
    } catch (error) {
      if (batch.length === 1 || isOfAll(error)) for (const waiting of batch) waiting.reject(error)
      else {
        const half = Math.floor(batch.length / 2)
        await run(batch.slice(0, half))
        await run(batch.slice(half))
      }
    }
  }
  function kick(): void {
    running ??= runAll().finally(() => {
      running = undefined
      if (queue.length > 0) kick()
    })
  }
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        kick()
      }),
    depth: () => queue.length,
    idle: async () => {
      while (running !== undefined) await running
    },
  }
}
