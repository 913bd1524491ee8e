import type { ExecuteResult } from '#protocol/execute-transaction.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { holdTransaction } from '#service/approvals/hold-transaction.ts'
import { callFromWallet } from '#service/approvals/simulate-from-wallet.ts'
import { simulateInTurn, type Simulating } from '#service/chain/simulate-in-turn.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import type { HasChain, HasClock, HasGasLimits, HasRelay, SendsTransactions } from '#service/context-parts.ts'
import {
  insertApproved,
  insertSubmitted,
  type CheckedTransaction,
} from '#service/ledger/insert-transactions.ts'
import { withinGas } from '#service/relayer/gas.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import type { Signed } from './after-refusal.ts'
import { insertCoSignature } from './co-sign-stored.ts'
import { coSignatureFor } from './co-signature-for.ts'
import type { CoSigning } from './co-signing.ts'
import { failApproved, sendStored } from './send-approved.ts'

/**
 * Sends a checked call, or holds it for the person who has to approve it. If the organization's policy signer is the
 * wallet's co-signer, it signs once the policies have passed.
 *
 * @param coSigning The wallet's co-signer. Undefined if there is none, or if it has not been read yet.
 * @throws TRANSACTION_REVERTS if the simulation fails; then nothing is stored
 */
export async function acceptTransaction(
  ctx: SendsTransactions & HasGasLimits,
  signed: Signed,
  coSigning: CoSigning | undefined,
): Promise<ExecuteResult> {
  const { asked } = signed
  if (asked !== undefined) return holdTransaction(ctx, { ...signed, asked })
  if (coSigning === undefined || coSigning.from === 'request') return sendNow(ctx, signed)
  if (coSigning.from === 'policies') return sendPolicySigned(ctx, signed, coSigning)
  // An approval wallet can co-sign only when its person approves a held call, and this call is not held.
  throw apiError('CO_SIGNATURE_MISSING', coSigning.coSigner)
}

async function sendNow(
  ctx: HasClock & HasRelay,
  { checked, decoded, beforeStored, leaving }: Signed,
): Promise<ExecuteResult> {
  const { call, signature } = checked
  const transaction = { ...checked, now: ctx.clock.now() }
  const { hash } = await ctx.relay.submit({
    purpose: 'transaction',
    organizationId: checked.organizationId,
    leaving,
    to: call.walletAddress,
    data: encodeExecuteCall(call, signature, decoded),
    // The lock serializes the transactions of one wallet, so each check sees the previous ones.
    ...(beforeStored === undefined
      ? { transaction }
      : {
          onSigned: async (trx, relayed) => {
            await beforeStored(trx)
            await insertSubmitted(trx, [{ ...transaction, relayed }])
          },
        }),
  })
  return { success: true, transactionHash: hash }
}

/**
 * Stores the call together with its co-signature, and then sends it. A sealed key signs only in the database
 * transaction in which the policies passed. A remote signer is called after the call is stored, so the daily
 * limits count it. If the process ends in between, the stored transaction is approved and is sent like any
 * other.
 */
async function sendPolicySigned(
  ctx: SendsTransactions & HasGasLimits,
  { checked, decoded, beforeStored, leaving }: Signed,
  { coSigner }: CoSigning,
): Promise<ExecuteResult> {
  const { id, organizationId, digest } = checked
  await requireSimulated(ctx, checked, leaving)
  await ctx.db.transaction().execute(async (trx) => {
    const request = { transactionId: id, organizationId, coSigner, digest }
    const coSignature = await coSignatureFor(ctx, trx, request, beforeStored)
    await insertApproved(trx, { ...checked, now: ctx.clock.now() })
    await insertCoSignature(trx, id, coSignature)
  })
  try {
    const { hash } = await sendStored(ctx, checked, { decoded, beforeStored })
    return { success: true, transactionHash: hash }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TRANSACTION_REVERTS')
      await failApproved(ctx, { id, digest }, { reason: error.publicMessage })
    throw error
  }
}

/**
 * Simulates with the wallet itself as the sender, because the co-signature does not exist yet.
 *
 * @throws TRANSACTION_REVERTS
 */
async function requireSimulated(
  { chain, settings }: HasChain & HasGasLimits,
  { call, organizationId }: CheckedTransaction,
  leaving: Simulating['leaving'],
): Promise<void> {
  const { gasPerCallMax } = settings.gasLimits ?? RELAY_DEFAULTS.gasLimits
  const simulation = await simulateInTurn(chain, { organizationId, leaving }, () =>
    withinGas(gasPerCallMax, RELAY_DEFAULTS.gasLimitMax, (gas) =>
      simulateCall(chain.rpc, { ...callFromWallet(call), gas }),
    ),
  )
  if (!simulation.ok) throw apiError('TRANSACTION_REVERTS', simulation.reason)
}
