import { areWallets } from './answers.ts'
import type { WalletRun } from './files.ts'
import { attempt } from './flows/attempt.ts'

/**
 * Offers to protect the wallet of a user who has enrolled in the approval app. Delays a page's own call or
 * recipient only if it is the wallet's first one. Fails silently, because the payment comes first.
 */
export async function runOffer(round: WalletRun): Promise<void> {
  const { element, settings, signal, deps } = round
  const at = element.call || settings.to ? 'call' : 'choosing'
  const offer = async () => {
    const enrolled = await deps.api.get('/wallets?approver=enrolled', areWallets, signal)
    if (enrolled.length > 0) await (await round.file('keys')).offer(round, { at })
  }
  await attempt(offer, signal)
}
