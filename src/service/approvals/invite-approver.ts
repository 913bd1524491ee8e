import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { listAbleApprovers } from '#protocol/policies.ts'
import { apiError, rateLimited } from '#server-kit/http/http-error.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import { normaliseEmail } from '#service/email/mailer.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import type { InviteApprovers } from '#service/policies/create-policy.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { queueMail } from './queue-notices.ts'
import type { ApprovalTables } from './tables.ts'

/**
 * Invites the end-user of a deployed wallet to enrol, in the database transaction that records the
 * deployment. Skips wallets that the organization operates, and people who have enrolled already. The mail is
 * sent after the commit and delays nothing (profile 9).
 */
export async function inviteApprover(trx: Transaction, outcome: RelayOutcome): Promise<void> {
  if (outcome.status !== 'confirmed') return
  const wallet = await trx
    .selectFrom('wallets')
    .leftJoin('verification_codes as code', 'code.id', 'wallets.verification_id')
    .select(['wallets.organization_id', 'wallets.external_user_id', 'wallets.email', 'code.language'])
    .where('wallets.relayed_id', '=', outcome.id)
    .where('wallets.external_user_id', '<>', '')
    .where('wallets.email', '<>', '')
    .executeTakeFirst()
  if (wallet === undefined) return
  await inviteEndUser(trx, { ...wallet, language: wallet.language ?? 'en' })
}

/** Invites an end-user, unless they have enrolled already. */
export async function inviteEndUser(trx: Transaction, person: NewApprover): Promise<void> {
  const { id, enrolled_at } = await insertApprover(trx, person)
  if (enrolled_at === null) await queueMail(trx, { approverId: id, kind: 'invitation' })
}

/**
 * Invites the people whom a policy names to approve transactions of the organization's own wallets, unless
 * they have enrolled already (ADR 0014). Mail limits apply, so that frequent changes of a policy do not fill
 * an inbox.
 */
export const inviteAdministrators: InviteApprovers = async (trx, organizationId, rule) => {
  if (rule.kind !== 'approval') return
  for (const { email } of listAbleApprovers(rule)) {
    const person = { organization_id: organizationId, external_user_id: null, email, language: 'en' } as const
    await inviteEndUser(trx, person)
  }
}

type NewApprover = Omit<Insertable<ApprovalTables['approvers']>, 'id' | 'user_handle'>

/** Returns the person's row, and creates it if there is none. */
function insertApprover(trx: Transaction, person: NewApprover) {
  const { email } = person
  return (
    trx
      .insertInto('approvers')
      .values({ id: randomUUID(), user_handle: newSecret(), ...person })
      // The update changes nothing. It makes the statement return the existing row.
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'external_user_id', 'email']).doUpdateSet({ email }),
      )
      .returning(['id', 'enrolled_at'])
      .executeTakeFirstOrThrow()
  )
}

/**
 * `POST /approve/api/invitations`: sends the invitation again to users who have not enrolled yet, within limits. The
 * response is the same for every email address. Enrolled users get no invitation. Otherwise, access to the mailbox
 * would be enough to add a passkey that decides (profile 9).
 */
export const requestInvitation: ApproverOperation<'requestInvitation', HasDatabase> = async (
  ctx,
  _approver,
  { body },
) => {
  const invited = await ctx.db
    .selectFrom('approvers')
    .select('id')
    .where('email', '=', normaliseEmail(body.email))
    .where('enrolled_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of invited) {
    await ctx.db.transaction().execute((trx) => queueMail(trx, { approverId: id, kind: 'invitation' }))
  }
  return { success: true }
}

/**
 * `GET /v1/org/wallets/{address}/approver`: whether executions of a wallet are held for its end-user (ADR 0011).
 *
 * @throws WALLET_NOT_OWNED
 */
export const getWalletApprover: Operation<'getWalletApprover', HasDatabase> = async (ctx, caller, input) => {
  const approver = await findApprover(ctx, caller.organizationId, input.params.address)
  if (approver === undefined) return { state: 'none' }
  if (approver.enrolled_at === null) return { state: 'invited' }
  return { state: 'enrolled', enrolledAtDatetime: approver.enrolled_at.toISOString() }
}

/**
 * `POST /v1/org/wallets/{address}/invitation`: mails the invitation again, within the same limits as requests
 * of the people themselves. No caller gets the link, because its holder could enrol in the person's place
 * (ADR 0011).
 *
 * @throws WALLET_NOT_OWNED; CONFLICT if the organization operates the wallet or the person has enrolled;
 * RATE_LIMITED
 */
export const resendInvitation: Operation<'resendInvitation', HasDatabase> = async (ctx, caller, input) => {
  const approver = await findApprover(ctx, caller.organizationId, input.params.address)
  if (approver?.enrolled_at !== null) throw apiError('CONFLICT', 'This wallet has no open invitation')
  const mail = { approverId: approver.id, kind: 'invitation' } as const
  const isQueued = await ctx.db.transaction().execute((trx) => queueMail(trx, mail))
  if (!isQueued) throw rateLimited(3_600_000)
  return { success: true }
}

async function findApprover(ctx: HasDatabase, organizationId: string, address: string) {
  const { externalUserId, email } = await requireOwnWallet(ctx, organizationId, address)
  const person = { organization_id: organizationId, external_user_id: externalUserId, email }
  return findRow(ctx.db, 'approvers', ['id', 'enrolled_at'], person)
}
