/**
 * Delays signatures of the relayer: a signer waits for `opened`, and the relayer's failpoint `simulated` calls
 * `arrived`. Calls that arrive while the gate is closed wait for their lane together.
 */
export function createSignGate() {
  let opened: Promise<void> = Promise.resolve()
  let arrived = () => {}
  let begun = () => {}
  let open = () => {}
  return {
    opened: () => {
      begun()
      return opened
    },
    arrived: () => arrived(),
    /** Opens the gate before all calls have arrived. */
    open: () => open(),
    /** Closes the gate until a number of calls have arrived. Resolves when the first one is about to be signed. */
    close: (count: number, before: () => Promise<unknown> = () => Promise.resolve()): Promise<void> =>
      new Promise((firstBegun) => {
        let left = count
        begun = firstBegun
        opened = new Promise<void>((allArrived) => {
          open = allArrived
          arrived = () => {
            left -= 1
            if (left === 0) allArrived()
          }
        }).then(async () => void (await before()))
      }),
  }
}
