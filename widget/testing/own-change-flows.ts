import openCancel from '#widget/cancel/open-cancel.ts'
import type { SendDeps } from '#widget/flows/send-context.ts'
import type { SendInput } from '#widget/flows/send-input.ts'
import type { SendPlan } from '#widget/flows/send-parts.ts'
import { signTransaction } from '#widget/flows/sign-transaction.ts'
import openHeld from '#widget/held/open-held.ts'
import { readOwnChange } from '#widget/keys/own-changes.ts'
import { createAccountFlows } from '#widget/wallet/testing/account-flows.ts'
import { sendPerson } from './scripted-screens.ts'
import type { ServerState } from './server-state.ts'
import type { OnChain } from './stand-in-wallet.ts'
import { RP_ID } from './test-flows.ts'

export type Key = { qx: string; qy: string }

/** A wallet of this browser with a contract in the state `chain`, and the flows that change its settings. */
export async function openOwnChangeFlows(
  chain: (own: Key, address: string) => OnChain = (own) => ({ keys: [{ number: 0, ...own }] }),
  changes: Partial<ServerState> = {},
) {
  const world = createAccountFlows(changes)
  const address = await world.withWallet()
  const { qx, qy } = world.server.wallets[0]!.passkey!
  const own = { qx, qy }
  world.server.onChain.set(address.toLowerCase(), chain(own, address))
  const person = sendPerson()
  const changed: string[] = []

  /** Signs the change that `plan` chooses. Returns the error if it fails, also if the person leaves. */
  async function run(plan: SendPlan, script: Partial<SendInput> = {}): Promise<unknown> {
    const deps: SendDeps = {
      ...world.common,
      screens: person,
      held: async () => openHeld(),
      cancel: async () => openCancel()(),
      callReader: async () => readOwnChange,
      beforeSign: () => true,
      executed: () => {},
      statusChanged: ({ status }) => void changed.push(status),
    }
    const input = { host: RP_ID, rpId: RP_ID, ...script }
    return signTransaction(deps, input, world.leaving.controller.signal, plan).catch(
      (error: unknown) => error,
    )
  }

  /** The calldata of the only execution. */
  const signedData = () => world.server.executed.map(({ request }) => request.data)
  const confirmations = () => person.views('askConfirm').map(({ confirmation }) => confirmation)
  return { ...world, address, own, person, changed, run, signedData, confirmations }
}
