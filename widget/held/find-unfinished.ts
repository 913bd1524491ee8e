import { checksumAddress } from '#shared/display/address.ts'
import { COIN_TRANSFER } from '#shared/signing/coin-transfer.ts'
import type { FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt } from '#widget/flows/attempt.ts'
import { confirmationOf } from '#widget/flows/build-confirmation.ts'
import { describeCoins } from '#widget/flows/describe-coins.ts'
import { readTransaction } from '#widget/flows/follow-transaction.ts'
import { loadCoins } from '#widget/flows/load-wallet.ts'
import { TRANSFER } from '#widget/flows/prepare-transfer.ts'
import { readFee } from '#widget/flows/read-fee.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { CallFacts } from '#widget/flows/send-plan.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Unfinished } from './held.ts'

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
    if (context.plan.isWanted(context, confirmation)) return { confirmation, transaction }
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
  const isCoins = data.toLowerCase().startsWith(COIN_TRANSFER)
  const read = isCoins ? readCoins : await context.deps.callReader()
  const { coin, coins, functionSignature, describe } = await read(context, wallet, transaction)
  const feePaid = {
    tokenAddress: feeCoinAddress,
    amountPerTransaction: fee,
    withdrawAddress: feeWithdrawAddress,
  }
  return confirmationOf(context.config.chainId, {
    wallet,
    coin: { ...coin, balance: null },
    fee: await readFee(context, coins, feePaid),
    functionSignature,
    describe,
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

async function readCoins(
  context: SendContext,
  wallet: WidgetWallet,
  { toAddress }: FollowedTransaction,
): Promise<CallFacts> {
  const coins = await loadCoins(context, wallet, toAddress)
  const [coin] = coins
  if (coin === undefined) throw new WidgetError('NO_TOKEN')
  return { coin, coins, functionSignature: TRANSFER, describe: describeCoins(coins) }
}
