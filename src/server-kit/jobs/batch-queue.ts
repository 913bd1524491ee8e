import { setTimeout as wait } from 'node:timers/promises'

const BATCH_MAX = 100
/** A batch that begins this soon after the last is one of many: it waits a moment for more to join. */
const BUSY_MS = 40
const GATHER_MS = 25

export type BatchQueueOptions = {
  /** Whether an error has nothing to do with any one item: then no halves are tried. */
  isOfAll?: (error: unknown) => boolean
  /** How long one of many batches waits for more items, in milliseconds. */
  gatherMs?: number
}

/**
 * Runs what is added, one batch after the other: one database transaction serves all who wait for it. Does a batch in one
 * go. When that fails, its halves are tried, so that one bad item fails alone and most others stay together.
 *
 * @param together All or nothing; returns in the order of the items. `join` answers them, and takes those in that came
 *   meanwhile: called late, it makes batches larger.
 */
export function createBatchQueue<Item, Answer>(
  together: (join: () => readonly Item[]) => Promise<readonly Answer[]>,
  { isOfAll = () => false, gatherMs = GATHER_MS }: BatchQueueOptions = {},
) {
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
    add: (item: Item) =>
      new Promise<Answer>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        kick()
      }),
    /** Number of items in the queue. */
    depth: () => queue.length,
    /** Resolves when nothing waits or runs. */
    idle: async () => {
      while (running !== undefined) await running
    },
  }
}
