import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { Simulation } from '#protocol/transactions.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import type { Context } from '#service/context.ts'
import { simulateWalletCall } from '#service/holdings/simulate-changes.ts'
import { storedCall } from '#service/ledger/read-transactions.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'

/** What a held transaction would do now, executed whole with its signature. `undefined` where that cannot be simulated. */
export async function simulateHeld(
  ctx: Pick<Context, 'db' | 'chain' | 'relay'>,
  transactionId: string,
): Promise<Simulation | undefined> {
  const row = await ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', transactionId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const call = storedCall(row)
  const wallet = row.wallet_address
  const made = {
    // As the relayer sends it: a contract can see who begins a transaction.
    from: ctx.relay.funds()[0]?.address ?? ZERO_ADDRESS,
    to: wallet,
    data: encodeExecuteCall(call, row.signature),
    gas: RELAY_DEFAULTS.gasLimitMax,
  }
  const feeCoins = [wallet, call.feeWithdrawAddress].map((account) => ({
    token: call.feeCoinAddress,
    account,
  }))
  return simulateWalletCall(ctx, call, made, feeCoins)
}
