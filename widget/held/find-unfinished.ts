import { sameAddress } from '#protocol/display/address.ts'
import { COIN_TRANSFER } from '#protocol/signing/coin-transfer.ts'
import { parseExecuteCall } from '#protocol/signing/execute-digest.ts'
import { isFinal } from '#protocol/transaction-states.ts'
import type { FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt } from '#widget/flows/attempt.ts'
import { toConfirmation } from '#widget/flows/build-confirmation.ts'
import { checkTransfer, toDraft } from '#widget/flows/check-transfer.ts'
import { noneIfUnsupported, readTransaction, stillExecutable } from '#widget/flows/follow-transaction.ts'
import { loadCoins, readFee } from '#widget/flows/load-wallet.ts'
import { describeCoins, encodeTransfer, TRANSFER } from '#widget/flows/prepare-transfer.ts'
import type { FindsCalls, HasInput, LoadsCoins } from '#widget/flows/send-parts.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Unfinished } from '#widget/flows/unfinished.ts'
import type { Sent } from '#widget/memory.ts'
import { readSignedRequest, type SignedRequest } from './signed-request.ts'

/**
 * Finds the call that the page requests, if it was signed before and its final state was not seen. This browser
 * stores a call before it is submitted. A call from another browser of the same user is in the server's list. A
 * reload, another tab or another device therefore never executes it twice. The server's response counts only with the
 * digest that was signed. Calls that the page does not request are left alone (ADR 0013).
 *
 * @throws WidgetError if the server cannot respond now, or returns another transaction
 */
export async function findUnfinished(
  context: FindsCalls,
  wallets: readonly WidgetWallet[],
  open: readonly FollowedTransaction[],
): Promise<Unfinished | undefined> {
  const { aside, sent, keepSent } = context.deps.memory
  for (const wallet of wallets) {
    const own = sent(wallet.address)
    const isOwn = (digest: string) => own.some((one) => one.digest === digest)
    const elsewhere = open.filter(
      ({ walletAddress, digest }) => sameAddress(walletAddress, wallet.address) && !isOwn(digest),
    )
    for (const look of [
      ...own.toReversed().map((one) => ({ ...one, find: () => findSent(context, wallet, one, open) })),
      ...elsewhere.map((one) => ({ ...one, find: () => findElsewhere(context, wallet, one) })),
    ]) {
      const found = aside.has(look.digest) ? undefined : await look.find()
      if (found === undefined) continue
      if (found.confirmation.digest !== look.digest)
        throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'the transaction is not what its digest says' })
      const { plan, input } = context
      if (!(plan.isWanted?.(found.confirmation) ?? isWantedTransfer(input, found.confirmation))) continue
      // Also stores a call from another device. If the page is reloaded, it then displays the end of this call, and
      // not the form for the next payment.
      if (found.executed !== undefined) keepSent(wallet.address, found.executed)
      return found
    }
  }
  return undefined
}

/**
 * Finds a call that was signed in this browser. Deletes a call that can no longer be executed: it has expired, and
 * the service does not have it.
 */
async function findSent(
  context: FindsCalls,
  wallet: WidgetWallet,
  sent: Sent,
  open: readonly FollowedTransaction[],
): Promise<Unfinished | undefined> {
  const { deps } = context
  const request = readSignedRequest(sent.request)
  const transaction =
    open.find(({ digest }) => digest === sent.digest) ??
    (await readTransaction(context, wallet.address, sent).catch(noneIfUnsupported))
  const call = transaction ?? request
  const isOver = call === undefined || Number(call.expiration) <= context.serverSeconds()
  // The end of this call was displayed and has not changed.
  const isSeen = sent.ended === true && transaction?.status !== 'CONFIRMED'
  if (
    call === undefined ||
    (isOver && (isSeen || transaction === undefined || transaction.outcomeUnreported === true))
  ) {
    deps.memory.forgetSent(wallet.address, sent.digest)
    return undefined
  }
  if (isSeen) return undefined
  const confirmation = await rebuild(context, wallet, call)
  const found = { confirmation, request, isFound: true }
  if (deps.insists === true && transaction?.executableUntil !== undefined) return found
  const transactionUuid = transaction?.transactionUuid ?? sent.transactionUuid
  const { digest } = confirmation
  const executed = transactionUuid === undefined ? undefined : { digest, transactionUuid }
  return { ...found, transaction, executed }
}

/**
 * Finds a call of the user from another browser. Skips a call that can no longer be executed, or that the widget
 * cannot decode.
 */
async function findElsewhere(context: FindsCalls, wallet: WidgetWallet, transaction: FollowedTransaction) {
  const { status, outcomeUnreported, transactionUuid } = transaction
  const isOver = isFinal(status) && stillExecutable(context, transaction) === undefined
  if (isOver || outcomeUnreported === true) return undefined
  const rebuilt = await attempt(() => rebuild(context, wallet, transaction), context.signal)
  if (!rebuilt.ok) return undefined
  const confirmation = rebuilt.value
  const executed = { digest: confirmation.digest, transactionUuid }
  return { confirmation, isFound: true, transaction, executed }
}

/** Recomputes the digest from the call's own fields. A changed field gives another digest. */
async function rebuild(
  context: FindsCalls,
  wallet: WidgetWallet,
  signed: FollowedTransaction | SignedRequest,
): Promise<Confirmation> {
  const isCoins = signed.data.toLowerCase().startsWith(COIN_TRANSFER)
  const read = isCoins ? readCoins : await context.deps.callReader()
  const { coin, coins, functionSignature, describe } = await read(context, wallet, signed)
  const feePaid = {
    tokenAddress: signed.feeCoinAddress,
    amountPerTransaction: signed.fee,
    withdrawAddress: signed.feeWithdrawAddress,
  }
  return toConfirmation(context.config.chainId, {
    wallet,
    coin: { ...coin, balance: null },
    fee: await readFee(context, coins, feePaid),
    functionSignature,
    describe,
    expiresInSeconds: Number(signed.expiration) - context.serverSeconds(),
    call: parseExecuteCall({ ...signed, walletAddress: wallet.address }),
  })
}

async function readCoins(context: LoadsCoins, wallet: WidgetWallet, { toAddress }: { toAddress: string }) {
  const coins = await loadCoins(context, wallet, toAddress)
  const [coin] = coins
  if (coin === undefined) throw new WidgetError('NO_TOKEN')
  return { coin, coins, functionSignature: TRANSFER, describe: describeCoins(coins) }
}

/** Whether a transfer that was signed before matches the page's attributes. */
function isWantedTransfer(
  input: HasInput<'tokenAddress' | 'to' | 'amount'>['input'],
  confirmation: Confirmation,
): boolean {
  const { call, coin, description } = confirmation
  // A call that is not a transfer matches if the page sets no attribute of a transfer.
  if (description.kind !== 'erc20-transfer') return !(input.tokenAddress ?? input.to ?? input.amount)
  const draft = toDraft(confirmation)
  const { tokenAddress = draft.tokenAddress, to = draft.to, amount = draft.amount } = input
  const checked = checkTransfer({ tokenAddress, to, amount }, coin, null)
  return (
    sameAddress(tokenAddress, call.toAddress) &&
    checked.ok &&
    encodeTransfer(checked.transfer).data === call.data
  )
}
