import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData } from 'viem'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { isFinal } from '#protocol/transaction-states.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type {
  HasApprovalUrl,
  HasCodeKey,
  HasConfirmations,
  HasDatabase,
  HasGasLimits,
  HasLog,
  HasMailer,
  HasPublicUrl,
  SendsTransactions,
} from '#service/context-parts.ts'
import { requireRow } from '#service/db/find-row.ts'
import { cancelTransaction } from '#service/execution/cancel-transaction.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { addCustomer } from './add-customer.ts'
import { DEMO_TOKENS } from './demo-tokens.ts'
import { drip } from './faucet.ts'
import { buildClaim, findCustomer, payAs, payment } from './pay.ts'

/** Beginning of the external user id of a tour's end-user. */
const TOUR = 'tour'
/** Spender of the tour's allowance: an address whose key no one has. */
const SPENDER = '0x000000000000000000000000000000000000540a'
const ALLOWANCE = 25n * 10n ** 6n
const LOOK_MS = 100
const LOOKS_MAX = 300

/**
 * `POST /sandbox/tour`: creates one scripted end-user who shows each situation: a confirmed, a declined, a failed and
 * a held transaction (which expires when the time is moved forward), an allowance, an NFT and units of a multi-token.
 * Ignores the script (ADR 0003).
 *
 * @throws CONFLICT if the sandbox's mails are sent by SMTP and cannot be read
 */
export const startSandboxTour: Operation<
  'startSandboxTour',
  SendsTransactions &
    HasLog &
    HasMailer &
    HasApprovalUrl &
    HasCodeKey &
    HasConfirmations &
    HasGasLimits &
    HasPublicUrl
> = async (ctx, caller) => {
  const customer = await addCustomer(ctx, caller, TOUR)
  const { walletAddress: to } = customer
  await drip(ctx, { token: DEMO_TOKENS.erc721, to, tokenId: String(randomInt(2 ** 47)) })
  await drip(ctx, { token: DEMO_TOKENS.erc1155, to, tokenId: '1', amount: '10' })
  const own = await findCustomer(ctx, caller, customer.id)
  const situations = [
    { behaviour: 'approve', call: payment() },
    { behaviour: 'decline', call: payment() },
    { behaviour: 'fail', call: buildClaim(lowerCase(to)) },
    { behaviour: 'approve', call: approval(ALLOWANCE) },
    { behaviour: 'expire', call: payment() },
  ] as const
  for (const situation of situations) await payAs(ctx, caller, own, { ...situation, delaySeconds: 0 })
  return customer
}

/**
 * `DELETE /sandbox/tour`: cancels the held transactions of the tours' end-users, revokes their allowances, and
 * deletes their keys. Wallets and transactions stay in the lists, because nothing is deleted from a chain.
 *
 * @throws CONFLICT, CHAIN_TIMEOUT if an allowance was not revoked, or not in time. The end-user's keys then stay,
 * so the request can be repeated.
 */
export const endSandboxTour: Operation<
  'endSandboxTour',
  SendsTransactions & HasLog & HasConfirmations & HasGasLimits & HasPublicUrl
> = async (ctx, caller) => {
  const customers = await ctx.db
    .selectFrom('sandbox_customers as customer')
    .innerJoin('approvers', 'approvers.id', 'customer.approver_id')
    .select(['customer.id', 'customer.approver_id', 'customer.wallet_address', 'customer.keys_box'])
    .where('customer.organization_id', '=', caller.organizationId)
    .where('approvers.external_user_id', 'like', `sandbox-${TOUR}-%`)
    .execute()
  for (const customer of customers) {
    const held = await ctx.db
      .selectFrom('held_transactions as held')
      .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
      .select('held.transaction_id as transactionUuid')
      .where('held.approver_id', '=', customer.approver_id)
      .where('transactions.state', '=', 'PENDING_USER_APPROVAL')
      .execute()
    for (const params of held) await cancelTransaction(ctx, caller, { params })
    const call = approval(0n)
    const revocation = await payAs(ctx, caller, customer, { call, behaviour: 'approve', delaySeconds: 0 })
    await untilConfirmed(ctx, revocation)
    await ctx.db.deleteFrom('sandbox_plans').where('customer_id', '=', customer.id).execute()
    await ctx.db.deleteFrom('sandbox_customers').where('id', '=', customer.id).execute()
  }
  return { ended: customers.length }
}

function approval(units: bigint) {
  const data = encodeFunctionData({ abi: demoCoinAbi, functionName: 'approve', args: [SPENDER, units] })
  return { toAddress: lowerCase(DEMO_TOKENS.erc20), data }
}

async function untilConfirmed({ db }: HasDatabase, transactionId: string): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { state } = await requireRow(db, 'transactions', ['state'], { id: transactionId })
    if (state === 'CONFIRMED') return
    if (isFinal(state)) throw apiError('CONFLICT', 'The allowance was not revoked. Clean up again.')
    await wait(LOOK_MS)
  }
  throw apiError('CHAIN_TIMEOUT')
}
