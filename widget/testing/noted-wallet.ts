import type { WidgetAddress } from '#protocol/addresses.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { openCallFlow, quick } from './call-flow.ts'
import { COIN } from './server-state.ts'

/** A token transfer. */
export const send = (to: string, amount = '12500000'): SingleCall => ({
  kind: 'erc20-transfer',
  token: COIN,
  to,
  amount,
})
/** The server's facts about addresses. */
export function lookUp(
  { server }: Awaited<ReturnType<typeof openNotedWallet>>['world'],
  addresses: WidgetAddress[],
  isWholeHistory = true,
): void {
  server.tamper = (line, content) =>
    line === 'POST /addresses/lookup' ? { addresses, isWholeHistory } : content
}

/** A wallet that signs calls, and the notes that a person reads on the confirm screen. */
export async function openNotedWallet(changes: Parameters<typeof openCallFlow>[0] = {}) {
  const world = await openCallFlow(changes)
  async function readNotes(call: WidgetCall) {
    const person = quick()
    await world.sign(call, person)
    return person.views('askConfirm')[0]?.notes
  }
  return { world, address: world.address, readNotes }
}
