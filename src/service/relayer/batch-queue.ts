import { setTimeout as wait } from 'node:timers/promises'

/** Runs what is added, one batch after the other: one database transaction serves all who wait for it. */
export type BatchQueue<Item, Answer> = {
  add: (item: Item) => Promise<Answer>
  /** How many wait. */
  depth: () => number
  /** Resolves when nothing waits or runs. */
  idle: () => Promise<void>
}

const BATCH_MAX = 50
/** A batch that begins this soon after the last is one of many: it waits a moment for more to join. */
const BUSY_MS = 12
const GATHER_MS = 6

/**
 * @param run Answers for each item of the batch in its order; when it throws, all of them fail with that.
 */
export function createBatchQueue<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answered<Answer>[]>,
): BatchQueue<Item, Answer> {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const queue: Waiting[] = []
  let running: Promise<void> | undefined
  let endedAt = -Infinity

  async function runAll(): Promise<void> {
    while (queue.length > 0) {
      if (queue.length < BATCH_MAX && performance.now() - endedAt < BUSY_MS) await wait(GATHER_MS)
      const batch = queue.splice(0, BATCH_MAX)
      try {
        const answers = await run(batch.map(({ item }) => item))
        for (const [index, waiting] of batch.entries()) settle(waiting, answers[index])
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
      endedAt = performance.now()
    }
  }
  function settle(waiting: Waiting, answered: Answered<Answer> | undefined): void {
    if (answered?.ok === true) waiting.resolve(answered.answer)
    else waiting.reject(answered?.error)
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

export type Answered<Answer> = { ok: true; answer: Answer } | { ok: false; error: unknown }

/**
 * Does a batch in one go. When that fails, each item is tried alone, so that one bad item fails alone.
 *
 * @param together All or nothing; answers in the order of the items.
 */
export async function togetherOrAlone<Item, Answer>(
  items: readonly Item[],
  together: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<Answered<Answer>[]> {
  try {
    return (await together(items)).map((answer) => ({ ok: true, answer }))
  } catch (error) {
    if (items.length === 1) return [{ ok: false, error }]
    const answers: Answered<Answer>[] = []
    for (const item of items) answers.push(...(await togetherOrAlone([item], together)))
    return answers
  }
}
