import openCancel from '#widget/cancel/open-cancel.ts'
import type { SendDeps } from '#widget/flows/send-context.ts'
import type { SendInput } from '#widget/flows/send-input.ts'
import type { SendPlan } from '#widget/flows/send-parts.ts'
import { signTransaction } from '#widget/flows/sign-transaction.ts'
import openHeld from '#widget/held/open-held.ts'
import { readOwnChange } from '#widget/keys/own-changes.ts'
import { createWalletHarness } from '#widget/wallet/testing/wallet-harness.ts'
import { RP_ID } from './create-harness.ts'
import { sendPerson } from './scripted-screens.ts'
import type { World } from './stand-in-server.ts'
import type { OnChain } from './stand-in-wallet.ts'

export type Key = { qx: string; qy: string }

/** A wallet of this browser with a contract in the state `chain`, and the flows that change its settings. */
export async function ownChangeHarness(
  chain: (own: Key, address: string) => OnChain = (own) => ({ keys: [{ number: 0, ...own }] }),
  changes: Partial<World> = {},
) {
  const harness = createWalletHarness(changes)
  const address = await harness.withWallet()
  const { qx, qy } = harness.world.wallets[0]!.passkey!
  const own = { qx, qy }
  harness.world.onChain.set(address.toLowerCase(), chain(own, address))
  const person = sendPerson()
  const changed: string[] = []

  /** Signs the change that `plan` chooses. Returns the error if it fails, also if the person leaves. */
  async function run(plan: SendPlan, script: Partial<SendInput> = {}): Promise<unknown> {
    const deps: SendDeps = {
      ...harness.common,
      screens: person,
      held: async () => openHeld(),
      cancel: async () => openCancel()(),
      callReader: async () => readOwnChange,
      beforeSign: () => true,
      executed: () => {},
      statusChanged: ({ status }) => void changed.push(status),
    }
    const input = { host: RP_ID, rpId: RP_ID, ...script }
    return signTransaction(deps, input, harness.leaving.controller.signal, plan).catch(
      (error: unknown) => error,
    )
  }

  /** The calldata of the only execution. */
  const signedData = () => harness.world.executed.map(({ request }) => request.data)
  const confirmations = () => person.views('askConfirm').map(({ confirmation }) => confirmation)
  return { ...harness, address, own, person, changed, run, signedData, confirmations }
}
