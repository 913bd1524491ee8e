import type { ExecuteResult } from '#protocol/baas/transactions.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { holdTransaction } from '#service/approvals/hold-transaction.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { withinGas } from '#service/relayer/gas.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import type { CheckedTransaction } from '#service/ledger/insert-transactions.ts'

/**
 * Holds an execution for its end-user instead of sending it. It is simulated first, as an immediate one is:
 * nobody is asked to approve what would fail.
 *
 * @throws TRANSACTION_REVERTS, APPROVAL_TIME_TOO_SHORT; CONFLICT when the digest is stored already
 */
export async function holdExecution(
  ctx: Context,
  checked: CheckedTransaction,
  approverId: string,
): Promise<ExecuteResult> {
  const { id, call } = checked
  const { gasPerCallMax } = ctx.settings.gasLimits ?? RELAY_DEFAULTS.gasLimits
  const simulation = await withinGas(gasPerCallMax, RELAY_DEFAULTS.gasLimitMax, (gas) =>
    simulateCall(ctx.chain.rpc, {
      // The wallet judges the signature and never who brings it.
      from: ZERO_ADDRESS,
      to: call.walletAddress,
      data: encodeExecuteCall(call, checked.signature),
      gas,
    }),
  )
  if (!simulation.ok) throw apiError('TRANSACTION_REVERTS', simulation.reason)
  await holdTransaction(ctx, { ...checked, now: ctx.clock.now() }, approverId)
  return { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: id }
}
