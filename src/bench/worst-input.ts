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

/** CPU time of the fastest of some runs, in milliseconds: other processes of the machine do not count. */
export function cpuMs(work: () => unknown, runs: number): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    fastest = Math.min(fastest, (user + system) / 1_000)
  }
  return fastest
}
