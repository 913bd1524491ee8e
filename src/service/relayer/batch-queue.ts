import { setTimeout as wait } from 'node:timers/promises'

/** Runs what is added, one batch after the other: one database transaction serves all who wait for it. */
export type BatchQueue<Item, Answer> = {
  add: (item: Item) => Promise<Answer>
  /** How many wait. */
  depth: () => number
  /** Resolves when nothing waits or runs. */
  idle: () => Promise<void>
}

const BATCH_MAX = 100
/** A batch that begins this soon after the last is one of many: it waits a moment for more to join. */
const BUSY_MS = 40
const GATHER_MS = 25

/**
 * @param run Takes the batch, as late as it can, so that all who come meanwhile are in it, and answers for each
 *   item in its order. When it throws, all of them fail with that.
 */
export function createBatchQueue<Item, Answer>(
  run: (take: Take<Item>) => Promise<readonly Answered<Answer>[]>,
): BatchQueue<Item, Answer> {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const queue: Waiting[] = []
  let running: Promise<void> | undefined
  let endedAt = -Infinity

  async function runAll(): Promise<void> {
    while (queue.length > 0) {
      if (queue.length < BATCH_MAX && performance.now() - endedAt < BUSY_MS) await wait(GATHER_MS)
      const taking = takeOnce(() => queue.splice(0, BATCH_MAX))
      try {
        const answers = await run(() => taking().map(({ item }) => item))
        for (const [index, waiting] of taking().entries()) settle(waiting, answers[index])
      } catch (error) {
        for (const waiting of taking()) waiting.reject(error)
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

/** The items of a batch; the first call decides which they are, and there is at least one. */
export type Take<Item> = () => readonly Item[]

function takeOnce<Item>(take: Take<Item>): Take<Item> {
  let taken: readonly Item[] | undefined
  return () => (taken ??= take())
}

/**
 * Does a batch in one go. When that fails, each item is tried alone, so that one bad item fails alone.
 *
 * @param together All or nothing; answers in the order of the items.
 * @param isOfAll Whether an error has nothing to do with any one item: then none is tried alone.
 */
export async function togetherOrAlone<Item, Answer>(
  take: Take<Item>,
  together: (take: Take<Item>) => Promise<readonly Answer[]>,
  isOfAll: (error: unknown) => boolean = () => false,
): Promise<Answered<Answer>[]> {
  try {
    return (await together(take)).map((answer) => ({ ok: true, answer }))
  } catch (error) {
    const items = take()
    if (items.length === 1 || isOfAll(error)) return items.map(() => ({ ok: false, error }))
    const answers: Answered<Answer>[] = []
    for (const item of items) answers.push(...(await togetherOrAlone(() => [item], together)))
    return answers
  }
}
