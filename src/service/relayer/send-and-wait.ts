import type { Address, Hex } from 'viem'
import type { Relay } from './relay.ts'
import type { RelayPurpose } from './tables.ts'

const TIMEOUT_MS = 10 * 60_000

/**
 * Submits a call and resolves when it is mined, as `deployContract` wants it.
 *
 * @throws Error with the reason when the call failed or was not mined in ten minutes
 */
export function sendAndWait(relay: Relay, purpose: RelayPurpose) {
  return async (call: { to: Address; data: Hex; value?: bigint }): Promise<void> => {
    const { id } = await relay.submit({ purpose, ...call })
    const outcome = await relay.outcome(id, TIMEOUT_MS)
    if (outcome?.status === 'confirmed') return
    throw new Error(`A call to ${call.to} failed: ${outcome?.reason ?? 'it was not mined within 10 minutes'}`)
  }
}
