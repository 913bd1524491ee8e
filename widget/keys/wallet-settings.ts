import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import { attempt } from '#widget/flows/attempt.ts'
import type { Choice } from '#widget/flows/choice.ts'
import { requireFeeBalance } from '#widget/flows/choose-transfer.ts'
import type { HasClock, HasConfig, HasMemory } from '#widget/flows/context-parts.ts'
import { loadCoins, namelessCoin, readFee } from '#widget/flows/load-wallet.ts'
import type { LoadsCoins, ReadsFee } from '#widget/flows/send-parts.ts'
import type { Coin } from '#widget/flows/send-screens.ts'
import { noticeCoSigner, type CoSignerNotice } from '#widget/protect/known-co-signer.ts'
import { readGuarded, type GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { describeOwnChanges } from './own-changes.ts'

/** The data of a wallet that is read before its settings are changed. Tokens are needed only for the fee. */
export type Settings = {
  wallet: WidgetWallet
  coins: readonly Coin[]
  details: GuardedDetails
  coSignerNotice: CoSignerNotice
}

/** @throws WidgetError `NOT_FOUND` if the service does not report keys and co-signers */
export async function readSettings(
  context: LoadsCoins & HasConfig & HasMemory & HasClock,
  wallet: WidgetWallet,
): Promise<Settings> {
  const { deps, signal } = context
  const [coins, details] = await Promise.all([
    attempt(() => loadCoins(context, wallet, undefined), signal),
    readGuarded(deps.api, wallet.address, signal),
  ])
  if (!coins.ok && coins.error.code !== 'NO_TOKEN') throw coins.error
  const { chainId } = context.config
  const coSignerNotice = noticeCoSigner(deps, { chainId, address: wallet.address }, details)
  return { wallet, coins: coins.ok ? coins.value : [], details, coSignerNotice }
}

/** Whether a retry cannot help. A service without details will not have them on a retry either. */
export function cannotRetry({ next, code }: WidgetError): boolean {
  return next !== 'retry' || code === 'NOT_FOUND'
}

/**
 * A change of the wallet's settings, encoded here. `isFree` means that the service charges no fee for it
 * (profile 14).
 */
export type OwnChange = Choice['call'] & { isFree: boolean }

/** The change as a call of the wallet to itself, with its fee. */
export async function toChoice(
  context: ReadsFee,
  { wallet, coins }: Settings,
  { isFree, ...call }: OwnChange,
): Promise<Choice> {
  const fee = isFree ? null : await readFee(context, coins)
  requireFeeBalance(fee)
  return { wallet, coin: namelessCoin(wallet.address), fee, call, describe: describeOwnChanges }
}
