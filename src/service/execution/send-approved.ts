import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Hex } from 'viem'
import { ERRORS } from '#protocol/errors.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import type { WebAuthnSignature } from '#protocol/signing/signature.ts'
import type { Bypassed } from '#protocol/transaction-states.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { nameBypassed } from '#service/approvals/bypassed-approvals.ts'
import { readSpent } from '#service/chain/wallet-events.ts'
import type {
  HasChain,
  HasClock,
  HasDatabase,
  HasLog,
  HasRelay,
  SendsTransactions,
} from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import { approvedBy } from '#service/ledger/given-approvals.ts'
import type { CheckedTransaction } from '#service/ledger/insert-transactions.ts'
import { markSubmitted, moveTransactions, watchTransactions } from '#service/ledger/move-transactions.ts'
import { storedCall } from '#service/ledger/read-transactions.ts'
import { readSignature, readSigningKey } from '#service/ledger/signing-key.ts'
import type { LedgerTables } from '#service/ledger/tables.ts'
import { chargedFee, type FeeRow } from '#service/organizations/fee-settings.ts'
import { policyCall } from '#service/policies/policy-subject.ts'
import {
  requireApprovals,
  requirePolicies,
  type BeforeStored,
  type HoldingPolicy,
} from '#service/policies/require-policies.ts'
import type { Relayed } from '#service/relayer/relay.ts'
import { signatureToSend } from './co-sign-stored.ts'

const RETRY_SECONDS = 2
/** A call whose signer is down is retried after a quarter of the time waited so far, but at least once a minute. */
const RETRY_AGE_DIVISOR = 4
const RETRY_SECONDS_MAX = 60
const TOO_LATE = 'it could not be sent before its expiration'
const APPROVAL_LOST = 'a passkey or a person of its approvals was removed before it was sent: sign it again'
const ENROLLED_SINCE = 'the end-user has enrolled since, and it needs their own approval: sign it again'

/** A stored transaction that may be sent. */
export type Approved = Selectable<LedgerTables['transactions']> & {
  is_over: boolean
  /** The people whose approvals count. Null if the policy signer co-signed when the call was accepted. */
  approved_by: string[] | null
  /** Number of approvals that was required when it was held. */
  approvals_required: number
  /** The wallet's enrolled end-user at present. Null if there is none. */
  end_user_id: string | null
  policies: HoldingPolicy[] | null
} & (FeeRow | { token_address: null })

/**
 * Sends an approved transaction with the submitted signature. Nothing is signed again. The row moves to SUBMITTED
 * together with the relayed transaction, once, so any number of processes may send it.
 */
export async function sendApproved(ctx: SendsTransactions & HasLog, approved: Approved): Promise<void> {
  if (approved.is_over) return failApproved(ctx, approved, { reason: TOO_LATE })
  const { end_user_id: endUserId } = approved
  const given = { approvedBy: approved.approved_by ?? [], required: approved.approvals_required }
  if (endUserId !== null && !given.approvedBy.includes(endUserId))
    return failApproved(ctx, approved, {
      reason: ENROLLED_SINCE,
      bypassed: 'end-user',
      approverIds: [endUserId],
    })
  if (given.approvedBy.length < given.required)
    return failApproved(ctx, approved, { reason: APPROVAL_LOST, bypassed: 'administrator' })
  try {
    const { id, organization_id: organizationId, digest } = approved
    const signature = readSignature(approved)
    const call = storedCall(approved)
    const charged = approved.token_address === null ? undefined : chargedFee(approved)
    // A policy that was created or changed meanwhile applies too. The people who approved must still suffice.
    const subject = policyCall(ctx.chain.id, call, charged)
    const checked = { organizationId, digest, subject, charged, policies: approved.policies ?? [] }
    requireApprovals(checked, given)
    const requireLimits = requirePolicies(ctx, checked)
    const beforeStored: BeforeStored = async (trx) => {
      if (approved.approved_by !== null) await requireGiven(trx, approved)
      await requireLimits?.(trx)
    }
    const stored = { id, organizationId, digest, call, signature, signingKey: readSigningKey(approved) }
    await sendStored(ctx, stored, { beforeStored })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'POLICY_REFUSED')
      return failApproved(ctx, approved, { reason: error.publicMessage, bypassed: 'policy' })
    if (error instanceof ApiError && error.code === 'TRANSACTION_REVERTS') {
      if (await mayBeSpent(ctx, approved)) return lookUpOutcome(ctx, approved.id)
      const reason = error.publicMessage.slice(ERRORS.TRANSACTION_REVERTS.message('').length)
      return failApproved(ctx, approved, { reason })
    }
    if (error instanceof ApiError && error.code === 'CO_SIGNATURE_MISSING')
      return failApproved(ctx, approved, { reason: error.publicMessage })
    // The chain is unreachable or refuses temporarily. The relayer keeps trying to send the transactions that
    // are already stored.
    ctx.log.warn({ err: error, transaction: approved.id }, 'an approved transaction is not sent yet')
    const isUnavailable = error instanceof ApiError && error.code === 'UNAVAILABLE'
    await (isUnavailable ? tryAgainLater(ctx, approved.id) : tryAgainSoon(ctx, approved.id))
  }
}

/**
 * Requires that the approvals still count in the database transaction that sends the call. One of their people may be
 * removed while the node and the remote signer respond.
 *
 * @throws CONFLICT, after which the next sweep reads the approvals again
 */
async function requireGiven(trx: Transaction, { id, approvals_required: required }: Approved): Promise<void> {
  const { rows } = await sql<{ given: string[] | null }>`
    select ${approvedBy('transaction')} as given
    from held_transactions as held where held.transaction_id = ${id}::uuid`.execute(trx)
  const given = rows[0]?.given ?? []
  if (given.length < required) throw apiError('CONFLICT', 'an approval was removed while it was being sent')
}

type SendOptions = {
  decoded?: WebAuthnSignature
  beforeStored: BeforeStored | undefined
  cause?: 'progress' | 'resend'
}

/**
 * Sends the signed call of a stored transaction and moves it to SUBMITTED. Adds the co-signature if the wallet has a
 * co-signer. `cause`: `resend` for a FAILED transaction, whose stored signature is replaced by the given one. If the
 * simulation refuses the call, the wallet may have changes that the service has not read yet, so the chain is read.
 *
 * @throws CONFLICT if the state of the transaction does not allow sending; every error of `signatureToSend` and
 * `relay.submit`
 */
export async function sendStored(
  ctx: SendsTransactions,
  stored: Omit<CheckedTransaction, 'requestedBy'>,
  options: SendOptions,
): Promise<Relayed> {
  const { beforeStored } = options
  const signature = await signatureToSend(ctx, stored, { beforeStored })
  try {
    return await submitStored(ctx, stored, signature, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'TRANSACTION_REVERTS') throw error
    const present = await signatureToSend(ctx, stored, { beforeStored, isChanged: true })
    if (present === signature) throw error
    return submitStored(ctx, stored, present, options)
  }
}

function submitStored(
  ctx: HasClock & HasRelay,
  { id, organizationId, call, signature, signingKey }: Omit<CheckedTransaction, 'requestedBy'>,
  signatureNow: Hex,
  { decoded, beforeStored, cause = 'progress' }: SendOptions,
): Promise<Relayed> {
  const signed = cause === 'resend' ? { signature, signingKey } : undefined
  return ctx.relay.submit({
    purpose: 'transaction',
    organizationId,
    to: call.walletAddress,
    data: encodeExecuteCall(call, signatureNow, decoded),
    onSigned: async (trx, relayed) => {
      await beforeStored?.(trx)
      await markSubmitted(trx, id, relayed, { at: ctx.clock.now(), cause, signed })
    },
  })
}

/** Returns whether the digest is spent, also by a pending transaction. True if the node does not respond. */
async function mayBeSpent(ctx: HasChain, { wallet_address: wallet, digest }: Approved): Promise<boolean> {
  const spent = readSpent(ctx.chain, [{ wallet, digest }], 'pending')
  return spent.then(
    (found) => found.length > 0,
    () => true,
  )
}

/**
 * Marks a call that another party executed first as unread, so that its wallet's event decides the outcome
 * (ADR 0010).
 */
async function lookUpOutcome(ctx: HasDatabase, id: string): Promise<void> {
  await watchTransactions(ctx.db, 'unread', notSent(id))
  await notify(ctx.db, 'outcomes', '')
  await tryAgainSoon(ctx, id)
}

/**
 * `bypassed`: the checks that an execution of the signed call by another sender bypasses. `approverIds`: the
 * people whose approval it bypasses.
 */
type Refusal = { reason: string; bypassed?: Bypassed; approverIds?: readonly string[] }

/**
 * Moves an approved transaction to FAILED unless another process has sent it. After another process has sent it, a
 * simulation in this process fails too, because the digest is spent.
 */
export async function failApproved(
  ctx: HasClock & HasDatabase,
  { id, digest }: { id: string; digest: Hex },
  { reason, bypassed, approverIds = [] }: Refusal,
): Promise<void> {
  const set = { reason, ...(bypassed !== undefined && { bypassed }) }
  await ctx.db.transaction().execute(async (trx) => {
    await moveTransactions(trx, { to: 'FAILED', at: ctx.clock.now(), which: notSent(id), set })
    await nameBypassed(trx, [{ digest, approverIds }])
  })
}

function notSent(id: string) {
  return sql`id = ${id}::uuid and state = 'APPROVED'`
}

function tryAgainSoon(ctx: HasDatabase, id: string): Promise<void> {
  return pause(ctx, id, sql`${RETRY_SECONDS}::integer`)
}

/**
 * Postpones the retry. The pause grows with the time waited, so that a signer with a long outage does not
 * delay other calls.
 */
function tryAgainLater(ctx: HasDatabase, id: string): Promise<void> {
  const waited = sql`(
    select extract(epoch from service_now() - coalesce(held.decided_at, transactions.created_at))
    from transactions left join held_transactions as held on held.transaction_id = transactions.id
    where transactions.id = ${id}::uuid)`
  const seconds = sql`least(${RETRY_SECONDS_MAX}::integer,
    greatest(${RETRY_SECONDS}::integer, ${waited} / ${RETRY_AGE_DIVISOR}::integer))`
  return pause(ctx, id, seconds)
}

async function pause({ db }: HasDatabase, id: string, seconds: RawBuilder<unknown>): Promise<void> {
  const sendAfter = sql`service_now() + ${seconds} * interval '1 second'`
  for (const table of ['held_transactions', 'co_signatures'])
    await sql`update ${sql.table(table)} set send_after = ${sendAfter} where transaction_id = ${id}::uuid`.execute(
      db,
    )
}
