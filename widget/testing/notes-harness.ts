import type { WidgetAddress } from '#protocol/addresses.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { type createHarness, walletHarness } from './create-harness.ts'
import { COIN } from './stand-in-server.ts'

const OPERATIONS = ['create', 'transfer', 'approve', 'execute']
/** A token transfer. */
export const send = (to: string, amount = '12500000'): SingleCall => ({
  kind: 'erc20-transfer',
  token: COIN,
  to,
  amount,
})
/** The server's facts about addresses. */
export function lookUp(
  { world }: Awaited<ReturnType<typeof opened>>['harness'],
  addresses: WidgetAddress[],
  isWholeHistory = true,
): void {
  world.tamper = (line, content) =>
    line === 'POST /addresses/lookup' ? { addresses, isWholeHistory } : content
}

/** A harness whose wallet signs calls, and the notes that a person reads on the confirm screen. */
export async function opened(changes: Parameters<typeof createHarness>[0] = {}) {
  const harness = await walletHarness({ operations: OPERATIONS, ...changes })
  const { address } = harness
  async function readNotes(call: WidgetCall) {
    const person = await harness.signed(call, {
      askRetry: async (problem) => {
        throw problem
      },
    })
    return person.views('askConfirm')[0]?.notes
  }
  return { harness, address, readNotes }
}
