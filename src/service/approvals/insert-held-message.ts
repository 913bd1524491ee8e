import type { Selectable } from 'kysely'
import { HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import { databaseNow, inSeconds, type Transaction } from '#service/db/database.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import {
  countAsked,
  insertAsked,
  listAskedIds,
  noticeAsked,
  readVersion,
  type Asked,
} from './asked-approvers.ts'
import { carryApprovals, findEarlierMessage } from './carry-approvals.ts'
import { drawNumbers } from './hold-transaction.ts'
import type { ApprovalTables } from './tables.ts'

type NewMessage = Pick<
  Selectable<ApprovalTables['held_messages']>,
  'id' | 'organization_id' | 'wallet_address' | 'message' | 'origin' | 'digest'
> & { requestedBy: StoredRequester }

/**
 * Holds a signed message for its approvers, for at most 15 minutes. Approvals of an expired request for the same
 * message may count for it. Notifies the people after the commit.
 */
export async function insertHeldMessage(
  trx: Transaction,
  { requestedBy, ...message }: NewMessage,
  asked: Asked,
): Promise<void> {
  const { id, wallet_address: wallet } = message
  const held = { kind: 'message', id } as const
  await trx
    .insertInto('held_messages')
    .values({
      ...message,
      ...drawNumbers(),
      approver_id: listAskedIds(asked)[0],
      approvals_required: countAsked(asked),
      policy_version: readVersion(asked),
      requested_by: JSON.stringify(requestedBy),
      deadline: inSeconds(HELD_OPEN_SECONDS),
    })
    .execute()
  await insertAsked(trx, held, asked)
  const earlier = await findEarlierMessage(trx, message)
  await carryApprovals(trx, held, { asked, requestedBy, earlier })
  await emitMessageEvent(trx, id, 'message.held')
  await noticeAsked(trx, held, { asked, wallet })
}

/** Emits an event about a message for open pages. Webhooks do not send these events. */
export async function emitMessageEvent(
  trx: Transaction,
  id: string,
  type: 'message.held' | 'message.decided',
): Promise<void> {
  const { at, organizationId, externalUserId, ...data } = await trx
    .selectFrom('held_messages as held')
    .innerJoin('approvers', 'approvers.id', 'held.approver_id')
    .select(['held.organization_id as organizationId', 'held.id as messageUuid'])
    .select(['held.wallet_address as walletAddress', 'approvers.external_user_id as externalUserId'])
    .select(databaseNow.as('at'))
    .where('held.id', '=', id)
    .executeTakeFirstOrThrow()
  const person = externalUserId === null ? {} : { externalUserId }
  await emitEvent(trx, { organizationId, type, at, data: { ...data, ...person } })
}
