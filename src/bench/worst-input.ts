/** The largest body that the servers read. */
export const WORST_BYTES = 262_144

/** The worst known input of a parser that a stranger reaches. `make` builds it, `read` is what is measured. */
export type WorstInput = { what: string; prepare: (bytes: number) => () => unknown }

// @__NO_SIDE_EFFECTS__
/** A row: an input of about so many bytes, and what reads it. Refusing it by an error counts as reading. */
export function worst<Input>(
  what: string,
  make: (bytes: number) => Input,
  read: (input: Input) => unknown,
): WorstInput {
  return {
    what,
    prepare: (bytes) => {
      const input = make(bytes)
      return () => {
        try {
          return read(input)
        } catch (refusal) {
          return refusal
        }
      }
    },
  }
}

/** How many pieces are measured: each is one of its own reading. */
const PIECES = 12

// @__NO_SIDE_EFFECTS__
/** The same for what is read in pieces, with other work between them: one of them, in the middle of the input. */
export function worstPiece<Input>(
  what: string,
  make: (bytes: number) => Input,
  read: (input: Input) => Iterator<unknown, unknown>,
): WorstInput {
  return {
    what,
    prepare: (bytes) => {
      const input = make(bytes)
      const readings = Array.from({ length: PIECES }, () => read(input))
      for (const reading of readings) {
        reading.next()
        reading.next()
      }
      return () => readings.pop()?.next()
    },
  }
}

/**
 * Milliseconds that the fastest of some runs kept this thread busy, at most: the smaller of the time that passed, in which
 * other processes count, and of the processor time of all threads, in which those count that compile and collect.
 */
export function busyMs(work: () => unknown, runs: number): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) {
    const [startedAt, before] = [performance.now(), process.cpuUsage()]
    work()
    const { user, system } = process.cpuUsage(before)
    fastest = Math.min(fastest, (user + system) / 1_000, performance.now() - startedAt)
  }
  return fastest
}
