import { sql } from 'kysely'
import type { Hex } from 'viem'
import { APPROVAL_CARRIED_SECONDS_MAX, EXECUTE_EXPIRATION_SECONDS_MAX } from '#protocol/limits.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Transaction } from '#service/db/database.ts'
import { countsAsApproval } from '#service/ledger/given-approvals.ts'
import type { CheckedTransaction } from '#service/ledger/insert-transactions.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'
import { countAsked, listAskedIds, readVersion, type Asked, type Held } from './asked-approvers.ts'
import { expireHeld } from './decide-held.ts'

/**
 * Maximum age in seconds of the earlier request. A request lives for a day at most, so an older one has no approval
 * that is young enough to carry. Without this limit, a wallet's whole history would be read.
 */
export const EARLIER_SECONDS_MAX = APPROVAL_CARRIED_SECONDS_MAX + EXECUTE_EXPIRATION_SECONDS_MAX

/** The newest earlier request for the same call or message. */
export type EarlierRequest = {
  id: string
  /** Whether it ended because nobody decided it in time. For a message, the page must be the same too. */
  hasExpired: boolean
  /** Null if the request was not held, or if an end-user decided it. */
  version: string | null
  requestedBy: StoredRequester | null
}

/**
 * Finds the newest earlier transaction of the wallet whose signed call is the same but for its expiration. If its time
 * is up, it is expired first: a decision that began in time is then either stored before or refused, so that no
 * approval counts for both. The caller has locked the wallet.
 */
export async function findEarlierCall(
  trx: Transaction,
  checked: CheckedTransaction,
): Promise<EarlierRequest | undefined> {
  const earlier = await readEarlierCall(trx, checked)
  if (earlier === undefined || !earlier.isOverdue) return earlier
  await sql`select from transactions where id = ${earlier.id}::uuid for no key update`.execute(trx)
  await expireHeld({ db: trx }, earlier.id)
  return readEarlierCall(trx, checked)
}

/** `isOverdue`: whether its time is up, and its state does not say so yet. */
type EarlierCall = EarlierRequest & { isOverdue: boolean }

async function readEarlierCall(
  trx: Transaction,
  { id, organizationId, call }: CheckedTransaction,
): Promise<EarlierCall | undefined> {
  const { rows } = await sql<EarlierCall>`
    select earlier.id, held.policy_version as version, earlier.requested_by as "requestedBy",
      earlier.state = 'EXPIRED' as "hasExpired",
      coalesce(earlier.state = 'PENDING_USER_APPROVAL' and held.deadline <= service_now(), false) as "isOverdue"
    from transactions as earlier left join held_transactions as held on held.transaction_id = earlier.id
    where earlier.organization_id = ${organizationId} and earlier.id <> ${id}::uuid
      and earlier.wallet_address = ${lowerCase(call.walletAddress)}
      and earlier.to_address = ${lowerCase(call.toAddress)} and earlier.value = ${String(call.value)}
      and earlier.data = ${call.data} and earlier.fee = ${String(call.fee)}
      and earlier.fee_coin_address = ${lowerCase(call.feeCoinAddress)}
      and earlier.fee_withdraw_address = ${lowerCase(call.feeWithdrawAddress)}
      and earlier.created_at > service_now() - ${EARLIER_SECONDS_MAX}::integer * interval '1 second'
    order by earlier.created_at desc, earlier.id desc limit 1`.execute(trx)
  return rows[0]
}

type Message = { id: string; organization_id: string; digest: Hex; origin: string }

/**
 * Finds the newest earlier request for a message with the same digest. Its approvals were given for the page that its
 * approvers read, and the digest does not name that page. The caller has locked the wallet.
 */
export async function findEarlierMessage(
  trx: Transaction,
  { id, organization_id: organizationId, digest, origin }: Message,
): Promise<EarlierRequest | undefined> {
  const { rows } = await sql<EarlierRequest>`
    select id, policy_version as version, requested_by as "requestedBy",
      decided_at is null and deadline <= service_now() and origin = ${origin} as "hasExpired"
    from held_messages
    where organization_id = ${organizationId} and digest = ${digest} and id <> ${id}::uuid
    order by held_at desc, id desc limit 1`.execute(trx)
  return rows[0]
}

type Carrying = {
  asked: Asked
  requestedBy: StoredRequester | undefined
  earlier: EarlierRequest | undefined
}

/**
 * Carries approvals over from an expired request, so that its requester can sign again without asking everybody
 * again. The requester and the policies must be the same. At least one person has to decide about the new request: an
 * expired request always lacked an approval, and one approval fewer than required is carried at most. An approval
 * that is too old, or whose person or passkey was removed, is not carried (ADR 0012).
 */
export async function carryApprovals(
  trx: Transaction,
  { kind, id }: Held,
  { asked, requestedBy, earlier }: Carrying,
): Promise<void> {
  if (earlier === undefined || !earlier.hasExpired || earlier.version === null) return
  if (earlier.version !== readVersion(asked) || !isSameRequester(requestedBy, earlier.requestedBy)) return
  const column = kind === 'transaction' ? sql`transaction_id` : sql`message_id`
  await sql`
    update held_approvers as fresh
    set approved = true, decided_at = given.decided_at, decided_with = given.decided_with, comment = given.comment,
      carried_from = ${earlier.id}::uuid
    from (
      select asked.approver_id, asked.decided_at, asked.decided_with, asked.comment from held_approvers as asked
      where asked.${column} = ${earlier.id}::uuid and ${countsAsApproval}
        and asked.decided_at > service_now() - ${APPROVAL_CARRIED_SECONDS_MAX}::integer * interval '1 second'
        and asked.approver_id = any(${listAskedIds(asked)}::uuid[])
      order by asked.decided_at desc limit ${countAsked(asked) - 1}) as given
    where fresh.${column} = ${id}::uuid and fresh.approver_id = given.approver_id`.execute(trx)
}

/** Whether the same person made both requests, or the same API key without naming anyone. */
function isSameRequester(one: StoredRequester | undefined, other: StoredRequester | null): boolean {
  if (one === undefined || other === null) return false
  const [named, earlier] = [one.namedByKey, other.namedByKey]
  if (named === undefined || earlier === undefined) return named === earlier && one.keyId === other.keyId
  return named.kind === earlier.kind && named.id === earlier.id
}
