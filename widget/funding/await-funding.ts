import { attempt } from '#widget/flows/attempt.ts'
import type { HasConfig } from '#widget/flows/context-parts.ts'
import type { AwaitsFunding, HasCreateScreens, Prediction } from '#widget/flows/create-context.ts'
import { isShort, predictWallet } from '#widget/flows/predict-wallet.ts'
import type { Passkey } from '#widget/passkey/create-passkey.ts'

const LOOK_EVERY_MS = 3_000
const LOOK_EVERY_MS_MAX = 15_000

/**
 * Waits until the predicted address holds the fee. Displays the missing amount, polls, and continues
 * automatically. A failed poll is repeated. Only an invalid response ends the wait.
 */
export async function awaitFunding(
  context: AwaitsFunding,
  passkey: Passkey,
  first: Prediction,
): Promise<Prediction> {
  const { deps, signal } = context
  let prediction = first
  let everyMs = LOOK_EVERY_MS
  let stalled = false
  while (isShort(prediction)) {
    show(context, prediction, stalled)
    await deps.clock.wait(everyMs, signal)
    everyMs = Math.min(everyMs * 1.2, LOOK_EVERY_MS_MAX)
    const look = await attempt(() => predictWallet(context, passkey), signal)
    stalled = !look.ok
    if (look.ok) prediction = look.value
    else if (look.error.next !== 'retry') throw look.error
  }
  return prediction
}

function show(
  context: HasConfig & HasCreateScreens<'showFunding'>,
  { address, fee }: Prediction,
  stalled: boolean,
): void {
  const required = BigInt(fee.amountPerTransaction)
  const balance = BigInt(fee.currentBalance)
  context.deps.screens.showFunding({
    address,
    missing: required > balance ? required - balance : 0n,
    required,
    balance,
    tokenAddress: fee.tokenAddress,
    tokenSymbol: fee.tokenSymbol,
    tokenDecimals: fee.tokenDecimals,
    chainId: context.config.chainId,
    stalled,
  })
}
