import { checksumAddress, sameAddress } from '#shared/display/address.ts'
import type { FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt } from './attempt.ts'
import { confirmationOf } from './build-confirmation.ts'
import { checkTransfer } from './check-transfer.ts'
import { readTransaction } from './follow-transaction.ts'
import { loadCoins } from './load-wallet.ts'
import { encodeTransfer, TRANSFER } from './prepare-transfer.ts'
import { draftOf } from './read-confirmation.ts'
import { readFee } from './read-fee.ts'
import type { SendContext } from './send-context.ts'
import type { Confirmation } from './send-screens.ts'

/** A transfer that was handed in before, as the server has it, and what is shown of it. */
export type Unfinished = { confirmation: Confirmation; transaction: FollowedTransaction }

/**
 * The transfer that this browser handed in last and saw no end of, so that neither a reload nor a lost answer makes
 * a second one of it. What the server tells of it counts only if it has the digest that was signed here. A page that
 * has set another transfer gets that one (docs/adr/0038).
 *
 * @throws WidgetError when the server cannot tell now, or tells of another transaction
 */
export async function findUnfinished(
  context: SendContext,
  wallets: readonly WidgetWallet[],
): Promise<Unfinished | undefined> {
  for (const wallet of wallets) {
    const transaction = await findSent(context, wallet.address)
    if (transaction === undefined) continue
    const confirmation = await rebuild(context, wallet, transaction)
    if (confirmation.digest !== transaction.digest) {
      throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'the transaction is not what its digest says' })
    }
    if (isWanted(context, confirmation)) return { confirmation, transaction }
  }
  return undefined
}

/** What the server knows nothing of, or never tells, needs no more attention. */
async function findSent(context: SendContext, wallet: string): Promise<FollowedTransaction | undefined> {
  const { deps, signal } = context
  const sent = deps.memory.sent(wallet)
  if (sent === undefined) return undefined
  const look = await attempt(
    () => readTransaction(context, wallet, sent),
    () => {},
    signal,
  )
  if (look.ok && look.value?.untold !== true) return look.value
  if (!look.ok && look.error.code !== 'NOT_FOUND' && look.error.code !== 'OPERATION_NOT_ALLOWED')
    throw look.error
  deps.memory.forgetSent(wallet, sent.digest)
  return undefined
}

/** The digest is computed anew from the answer's own fields: a changed field makes it another one. */
async function rebuild(
  context: SendContext,
  wallet: WidgetWallet,
  transaction: FollowedTransaction,
): Promise<Confirmation> {
  const { toAddress, value, data, expiration, fee, feeCoinAddress, feeWithdrawAddress } = transaction
  const coins = await loadCoins(context, wallet, toAddress)
  const [coin] = coins
  if (coin === undefined) throw new WidgetError('NO_TOKEN')
  const feePaid = {
    tokenAddress: feeCoinAddress,
    amountPerTransaction: fee,
    withdrawAddress: feeWithdrawAddress,
  }
  return confirmationOf(context.config.chainId, {
    wallet,
    coins,
    coin: { ...coin, balance: null },
    fee: await readFee(context, coins, feePaid),
    functionSignature: TRANSFER,
    expiresInSeconds: Number(expiration) - context.serverSeconds(),
    call: {
      walletAddress: checksumAddress(wallet.address),
      toAddress: checksumAddress(toAddress),
      value: BigInt(value),
      data: `0x${data.slice(2)}`,
      expiration: BigInt(expiration),
      fee: BigInt(fee),
      feeCoinAddress: checksumAddress(feeCoinAddress),
      feeWithdrawAddress: checksumAddress(feeWithdrawAddress),
    },
  })
}

/** Whether it is the transfer that the page asks for, as far as the page has set it. */
function isWanted({ input }: SendContext, confirmation: Confirmation): boolean {
  const { call, coin } = confirmation
  const draft = draftOf(confirmation)
  const { tokenAddress = draft.tokenAddress, to = draft.to, amount = draft.amount } = input
  const checked = checkTransfer({ tokenAddress, to, amount }, coin, null)
  return (
    sameAddress(tokenAddress, call.toAddress) &&
    checked.ok &&
    encodeTransfer(checked.transfer).data === call.data
  )
}
