/** Maximum size of a body that the servers read, in bytes. */
export const WORST_BYTES = 262_144

/** The worst known input of a parser that untrusted input reaches. */
export type WorstInput = {
  what: string
  /**
   * Measures how long an input of about this size keeps the process busy, in milliseconds. Resolves with the best of
   * several runs.
   */
  measureMs: (bytes: number, runs: number) => Promise<number>
}

// @__NO_SIDE_EFFECTS__
/** Returns a row that creates an input of about this many bytes and reads it. A rejection counts as reading. */
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
/** Like `worst`, for input that is read in pieces, with other work in between. Measures the slowest piece. */
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

/** Scales a limit to an input of this size: the full limit for the largest input, half of it for half the size. */
export function computeShare(limit: number, bytes: number): number {
  return Math.floor((limit * bytes) / WORST_BYTES)
}

/**
 * Upper bound in milliseconds for the time that work keeps this thread busy. It is the smaller of two times:
 * the elapsed time, which includes other processes, and the processor time of all threads, which includes
 * compiling and garbage collection.
 */
export async function busyMs(work: () => unknown): Promise<number> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  try {
    await work()
  } catch {
    // Rejecting the input is a valid outcome.
  }
  const { user, system } = process.cpuUsage(before)
  return Math.min((user + system) / 1_000, performance.now() - startedAt)
}
