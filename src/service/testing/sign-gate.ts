import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { FailpointName } from '#service/relayer/relay-parts.ts'
import type { Signer } from '#service/relayer/sign-attempt.ts'

/** Time for which the relayer waits for its key while a test delays the signature, in milliseconds. */
const SIGN_MS = 120_000

/** A gate, and the parts of a relayer that waits at it. */
export function createGatedRelayer(key: Hex) {
  const gate = createSignGate()
  const account = privateKeyToAccount(key)
  const signTransaction: Signer['signTransaction'] = (...form) =>
    gate.opened().then(() => account.signTransaction(...form))
  return {
    gate,
    /** Signs like a remote key, for which no database transaction waits. */
    signer: { address: account.address, signTransaction },
    failpoint: (name: FailpointName) => name === 'simulated' && gate.arrived(),
    relaySettings: { signMs: SIGN_MS },
  }
}

export type SignGate = ReturnType<typeof createSignGate>

/**
 * Delays signatures of the relayer: a signer waits for `opened`, and the relayer's failpoint `simulated` calls
 * `arrived`. Calls that arrive while the gate is closed wait for their lane together.
 */
function createSignGate() {
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
