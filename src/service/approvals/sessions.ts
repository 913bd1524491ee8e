import { sql, type Selectable } from 'kysely'
import type { ApproverSession, Brand } from '#protocol/approver-api.ts'
import type { BegunSignIn, FinishSignIn } from '#protocol/approver-ceremonies.ts'
import { signInPrompt } from '#server-kit/passkeys/assertion.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { hostCookie, readCookie, setCookie, type HostCookie } from '#server-kit/sessions/host-cookie.ts'
import { sessionsInForce } from '#server-kit/sessions/sessions-in-force.ts'
import type { HasApprovalUrl, HasChain, HasDatabase } from '#service/context-parts.ts'
import { type Database, type Tables, type Transaction, databaseNow, inSeconds } from '#service/db/database.ts'
import { storeApprovalWallet } from './approval-wallets.ts'
import {
  approvalRelyingParty,
  beginCeremony,
  takeCeremony,
  verifyPasskey,
  type ApprovalRelyingParty,
} from './ceremonies.ts'
import { settleApprovalWallet } from './settle-approval-wallet.ts'

/** Lifetime of a session, in seconds. A session only reads; every decision requires the passkey again. */
const SESSION_SECONDS = 30 * 86_400

/** A signed-in end-user. */
export type Approver = Pick<
  Selectable<Tables['approvers']>,
  'id' | 'email' | 'language' | 'external_user_id'
> & {
  organizationName: string
  organizationLogo: string | null
  sessionHash: string
  expiresAt: Date
}

/** Creates a session with a new id at every sign-in, which prevents session fixation. */
export async function createSession(db: Database, approverId: string): Promise<{ id: string }> {
  const id = newSecret()
  await db
    .insertInto('approver_sessions')
    .values({ id_hash: hashSecret(id), approver_id: approverId, expires_at: inSeconds(SESSION_SECONDS) })
    .execute()
  return { id }
}

/** Returns the approver of a session id, or undefined if it is invalid. */
export async function findSession(ctx: HasDatabase, id: string | undefined): Promise<Approver | undefined> {
  if (id === undefined) return undefined
  return ctx.db
    .selectFrom('approver_sessions as session')
    .innerJoin('approvers', 'approvers.id', 'session.approver_id')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .select([
      'approvers.id',
      'approvers.email',
      'approvers.language',
      'approvers.external_user_id',
      'organizations.name as organizationName',
      'organizations.logo_digest as organizationLogo',
    ])
    .select(['session.id_hash as sessionHash', 'session.expires_at as expiresAt'])
    .where('session.id_hash', '=', hashSecret(id))
    .where('session.expires_at', '>', databaseNow)
    .executeTakeFirst()
}

/** Returns which of these sessions, given by their hashes, are still valid. */
export function approversInForce(
  { db }: HasDatabase,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const isInForce = sql<boolean>`expires_at > ${databaseNow}`
  return sessionsInForce({ db, table: 'approver_sessions', isInForce }, hashes)
}

/** Ends a session at once, for every tab, and the push messages to its browser. */
export async function endSession(ctx: HasDatabase, sessionHash: string): Promise<void> {
  await ctx.db.deleteFrom('approver_push_subscriptions').where('session_hash', '=', sessionHash).execute()
  await ctx.db.deleteFrom('approver_sessions').where('id_hash', '=', sessionHash).execute()
}

/** Signs a person out of every other browser, and ends the push messages there. */
export async function endOtherSessions(trx: Transaction, { id, sessionHash }: Approver): Promise<void> {
  await trx
    .deleteFrom('approver_push_subscriptions')
    .where('approver_id', '=', id)
    .where('session_hash', '<>', sessionHash)
    .execute()
  await trx
    .deleteFrom('approver_sessions')
    .where('approver_id', '=', id)
    .where('id_hash', '<>', sessionHash)
    .execute()
}

/** The response of `GET /session`. */
export function sessionAnswer(approver: Approver | undefined): ApproverSession {
  if (approver === undefined) return { signedIn: false }
  return {
    signedIn: true,
    email: approver.email,
    ...readBrand(approver),
    expiresAtDatetime: approver.expiresAt.toISOString(),
  }
}

type BrandRow = { organizationName: string; organizationLogo: string | null; external_user_id: string | null }

/** An organization as its approvers see it. */
export function readBrand(row: BrandRow): Brand {
  const { organizationName, organizationLogo: logo, external_user_id: userId } = row
  return {
    organizationName,
    ...(logo !== null && { organizationLogo: logo }),
    ...(userId === null && { forOrganization: true }),
  }
}

/** Returns the approver whose session a request carries. */
export function findSessionOfRequest(
  ctx: HasDatabase & HasApprovalUrl,
  headers: Headers,
): Promise<Approver | undefined> {
  return findSession(ctx, readCookie(headers, configureCookie(approvalRelyingParty(ctx))))
}

/** Returns the Set-Cookie value of a session. An empty id ends the session. */
export function sessionCookie(party: ApprovalRelyingParty, id: string): string {
  return setCookie(configureCookie(party), id, id === '' ? 0 : SESSION_SECONDS)
}

function configureCookie({ isSecure }: ApprovalRelyingParty): HostCookie {
  return hostCookie('latchkey-approver', isSecure)
}

/**
 * `POST /approve/api/sign-in/begin`: a challenge for any approval passkey. The person chooses which one (ADR
 * 0012).
 */
export async function beginSignIn(ctx: HasDatabase & HasApprovalUrl): Promise<BegunSignIn> {
  const { options, nonce } = await signInPrompt(approvalRelyingParty(ctx))
  const ceremonyId = await beginCeremony(ctx, { kind: 'sign-in', challenge: options.challenge })
  return { ceremonyId, options: { ...options }, nonce }
}

/**
 * `POST /approve/api/sign-in/finish`: starts a new session (ADR 0012). A person who enrolled before approval wallets
 * existed gets one here.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED
 */
export async function finishSignIn(
  ctx: HasChain & HasDatabase & HasApprovalUrl,
  body: FinishSignIn,
): Promise<{ id: string }> {
  const { challenge } = await takeCeremony(ctx, body.ceremonyId, 'sign-in')
  const { approverId } = await verifyPasskey(ctx, body.response, { challenge })
  await settleApprovalWallet(ctx, approverId)
  return ctx.db.transaction().execute(async (trx) => {
    await storeApprovalWallet(ctx, trx, approverId, { mayReplace: false })
    return createSession(trx, approverId)
  })
}
