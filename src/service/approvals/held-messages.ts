import { sql, type Nullable, type RawBuilder, type Selectable } from 'kysely'
import type { Address, Hex } from 'viem'
import type { HeldMessage } from '#protocol/approver-api.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { sentMessageSchema, type MESSAGE_STATES } from '#protocol/held-messages.ts'
import type { MessagePage } from '#protocol/messages/message-reading.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import type { ApprovedMessage } from '#protocol/signing/wallet-typed-data.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { databaseNow, type Tables } from '#service/db/database.ts'
import type { Select } from '#service/db/select.ts'
import { approvedBy, askedRows, type AskedRow } from '#service/ledger/given-approvals.ts'
import { findPolicySigner } from '#service/organizations/policy-signer.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { isAsked, isListedFor } from './asked-approvers.ts'
import { readApprovalWallets } from './co-sign.ts'
import type { Approver } from './sessions.ts'
import { isDecidedBySelf, shareAnswer } from './share-answer.ts'

type MessageStatus = (typeof MESSAGE_STATES)[number]

/** SQL on `held`: whether the message can still be decided. */
export const isMessageOpen = sql<boolean>`(held.decided_at is null and held.deadline > service_now())`

/** Selects held messages with their first approver, for further conditions and ordering. */
export function selectMessages(ctx: HasDatabase): MessageSelect {
  return selectFor(ctx, sql`held.approver_id`)
}

/**
 * Selects the messages that a person may decide, with this person as the approver. Use it to find a message by its
 * id.
 */
export function selectMessagesFor(ctx: HasDatabase, approverId: string): MessageSelect {
  return selectFor(ctx, sql`${approverId}::uuid`).where(isAsked('message', approverId))
}

function selectFor(ctx: HasDatabase, approverId: RawBuilder<unknown>): MessageSelect {
  return ctx.db
    .selectFrom('held_messages as held')
    .innerJoin('approvers', (join) => join.on('approvers.id', '=', sql<string>`${approverId}`))
    .innerJoin('organizations', 'organizations.id', 'held.organization_id')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'held.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .selectAll('held')
    .select(['organizations.name as organization_name', 'wallets.label'])
    .select([
      'approvers.email',
      'approvers.language',
      'approvers.external_user_id',
      'approvers.id as person_id',
    ])
    .select([approvedBy('message').as('approved_by'), askedRows('message').as('asked')])
    .select(
      sql<number>`greatest(0, ceil(extract(epoch from held.deadline - ${databaseNow})))::integer`.as(
        'seconds_left',
      ),
    )
}

/** A held message with its approver and wallet. */
export type MessageRow = Selectable<Tables['held_messages']> &
  Pick<Selectable<Tables['approvers']>, 'email' | 'language' | 'external_user_id'> & {
    organization_name: string
    label: string | null
    seconds_left: number
    /** The approver of this row. */
    person_id: string
    /** The people whose approvals count. Null before the last required approval. */
    approved_by: string[] | null
    /** The people whom the organization's policies ask. Null if an end-user decides. */
    asked: AskedRow[] | null
  }
type MessageSelect = Select<
  {
    held: Tables['held_messages']
    approvers: Tables['approvers']
    organizations: Tables['organizations']
    wallets: Nullable<Tables['wallets']>
  },
  MessageRow
>

export function messageStatus(row: Pick<MessageRow, 'approved' | 'seconds_left'>): MessageStatus {
  if (row.approved !== null) return row.approved ? 'APPROVED' : 'REJECTED'
  return row.seconds_left > 0 ? 'PENDING_USER_APPROVAL' : 'EXPIRED'
}

/** Returns a held message as its approver reads it. The response never shows which number is the right one. */
export function heldMessage(chainId: number, row: MessageRow, coSigner?: Address): HeldMessage {
  const status = messageStatus(row)
  const isOpen = status === 'PENDING_USER_APPROVAL'
  return {
    messageUuid: row.id,
    status,
    organizationName: row.organization_name,
    ...(row.external_user_id === null && { forOrganization: true as const }),
    walletAddress: checksumAddress(row.wallet_address),
    walletLabel: row.label ?? '',
    chainId,
    message: sentMessageSchema.parse(JSON.parse(row.message)),
    origin: row.origin,
    ...(coSigner !== undefined && { coSigner: checksumAddress(coSigner) }),
    ...shareAnswer(row, row.person_id),
    ...(isOpen && !isDecidedBySelf(row) && { numbers: row.candidates }),
    heldAtDatetime: row.held_at.toISOString(),
    secondsLeft: isOpen ? row.seconds_left : 0,
    ...(row.decided_at !== null && { decidedAtDatetime: row.decided_at.toISOString() }),
    reported: row.reported,
  }
}

const LISTED_MAX = 100

/** `GET /approve/api/messages`: this person's messages of the last 30 days, newest first. */
export const listMessages: ApproverOperation<'listMessages', HasChain & HasDatabase> = async (
  ctx,
  approver,
) => {
  const own = selectFor(ctx, sql`${approver.id}::uuid`).where(isListedFor('message', approver))
  const rows = await own
    .orderBy('held.held_at', 'desc')
    .orderBy('held.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map((row) => heldMessage(ctx.chain.id, row))
}

/**
 * `GET /approve/api/messages/{messageUuid}`: one of this person's messages.
 *
 * @throws NOT_FOUND if the person has no such message
 */
export const getHeldMessage: ApproverOperation<'getHeldMessage', HasChain & HasDatabase> = async (
  ctx,
  approver,
  { params },
) => (await readOwnMessage(ctx, approver, params.messageUuid)).held

/** Reads the row and the response for one of the approver's own messages. @throws NOT_FOUND */
export async function readOwnMessage(
  ctx: HasChain & HasDatabase,
  approver: Approver,
  id: string,
): Promise<{ row: MessageRow; held: HeldMessage }> {
  const own = selectMessagesFor(ctx, approver.id).where('held.id', '=', id)
  const row = await own.executeTakeFirst()
  if (row === undefined) throw apiError('NOT_FOUND')
  return { row, held: heldMessage(ctx.chain.id, row, await findNamedCoSigner(ctx, row)) }
}

/**
 * Finds the approval wallet of the approver that a message's digest names as the wallet's co-signer. Returns
 * undefined if the digest names a different co-signer or no co-signer. Computes the digest for each approval wallet
 * and reads nothing from the chain.
 */
export async function findNamedCoSigner(
  ctx: HasChain & HasDatabase,
  row: MessageRow,
): Promise<Address | undefined> {
  const own = await readApprovalWallets(ctx, row.person_id)
  const addresses = own.map(({ address }) => address)
  return findNamed(ctx, row, addresses)?.coSigner
}

/** A message that names the organization's policy signer as the wallet's co-signer. */
export type PolicySignedMessage = ApprovedMessage & { organizationId: string; digest: Hex }

/**
 * Returns the message of a row if its digest names the organization's policy signer as the wallet's
 * co-signer. Undefined otherwise.
 */
export async function findPolicySignedMessage(
  ctx: HasChain & HasDatabase,
  row: MessageRow,
): Promise<PolicySignedMessage | undefined> {
  const { digest, organization_id: organizationId } = row
  const policySigner = await findPolicySigner(ctx.db, organizationId)
  const named = findNamed(ctx, row, policySigner === undefined ? [] : [policySigner])
  return named && { ...named, organizationId, digest }
}

/**
 * Returns the message with the co-signer that its digest names, if that is one of `addresses`. Undefined otherwise,
 * or if the message can no longer be read.
 */
function findNamed(
  { chain }: HasChain,
  { digest, wallet_address: wallet, message, origin }: MessageRow,
  addresses: readonly Address[],
): ApprovedMessage | undefined {
  if (addresses.length === 0) return undefined
  const walletAddress = checksumAddress(wallet)
  const page = { chainId: chain.id, walletAddress, tokens: [], origin, nowMs: 0 }
  const hash = findHash(sentMessageSchema.parse(JSON.parse(message)), page)
  if (hash === undefined) return undefined
  const coSigner = addresses.find((one) => messageDigest(chain.id, walletAddress, hash, one) === digest)
  return coSigner && { walletAddress, hash, coSigner }
}

/**
 * Returns the hash of a message. Undefined if the message can no longer be read. The app reports that and
 * lets the person decline it.
 */
function findHash(message: SignableMessage, page: MessagePage): Hex | undefined {
  try {
    return readMessage(message, page)?.hash
  } catch {
    return undefined
  }
}
