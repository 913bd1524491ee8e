/** The largest body that the servers read. */
export const WORST_BYTES = 262_144

/** The worst known input of a parser that a stranger reaches. */
export type WorstInput = {
  what: string
  /** Milliseconds for which an input of about so many bytes keeps the process busy, at most, by the fastest of some runs. */
  measureMs: (bytes: number, runs: number) => Promise<number>
}

// @__NO_SIDE_EFFECTS__
/** A row: an input of about so many bytes, and what reads it. Refusing it by an error counts as reading. */
export function worst<Input>(
  what: string,
  make: (bytes: number) => Input,
  read: (input: Input) => unknown,
): WorstInput {
  return {
    what,
    measureMs: async (bytes, runs) => {
      const input = make(bytes)
      const times: number[] = []
      for (let run = 0; run < runs; run += 1) times.push(await busyMs(() => read(input)))
      return Math.min(...times)
    },
  }
}

// @__NO_SIDE_EFFECTS__
/** The same for what is read in pieces, with other work between them: the piece that takes the longest. */
export function worstPiece<Input>(
  what: string,
  make: (bytes: number) => Input,
  read: (input: Input) => Iterator<unknown, unknown>,
): WorstInput {
  return {
    what,
    measureMs: async (bytes, runs) => {
      const input = make(bytes)
      const fastest: number[] = []
      for (let run = 0; run < runs; run += 1) {
        const pieces = read(input)
        for (let isOver = false, index = 0; !isOver; index += 1) {
          const ms = await busyMs(() => (isOver = pieces.next().done === true))
          fastest[index] = Math.min(fastest[index] ?? ms, ms)
        }
      }
      return Math.max(...fastest)
    },
  }
}

/** A limit's share in an input that has so many bytes: what is at its limit in the largest one, and half in half of it. */
export function shareOf(limit: number, bytes: number): number {
  return Math.floor((limit * bytes) / WORST_BYTES)
}

/**
 * Milliseconds that work kept this thread busy, at most: the smaller of the time that passed, in which other processes
 * count, and of the processor time of all threads, in which those count that compile and collect.
 */
export async function busyMs(work: () => unknown): Promise<number> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  try {
    await work()
  } catch {
    // Refused: that is an answer too.
  }
  const { user, system } = process.cpuUsage(before)
  return Math.min((user + system) / 1_000, performance.now() - startedAt)
}
