import { identityAnswerSchema, type OwnIdentity, type ProviderSignIn } from '#protocol/members.ts'
import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { Asking, BffContext, Exchange, Route, Session } from '#bff/context.ts'
import { notFound, type HttpError } from '#server-kit/http/http-error.ts'
import { answer, bffError, openRoute, type Opened } from '#bff/http/exchange.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import { beginCeremony, endCeremonyCookie, takeCeremony } from '#bff/sessions/ceremony.ts'
import { findSession } from '#bff/sessions/session.ts'
import { enterSession } from '#bff/sessions/sign-in.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { IdentityProviderError } from './discover-provider.ts'
import type { Identity, IdentityProvider } from './identity-provider.ts'

/** Signing in by the organization's identity provider, for people who have linked their account to it (ADR 0020). */
export function identityRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  const open = openRoute(ctx)
  return [
    open('/api/sign-in/provider', {}, 'signInBegin', () => begin(ctx, null)),
    open('/api/identity', { body: identityAnswerSchema }, 'signIn', finish),
    route('GET', '/api/account/identity', {}, ({ session }) => ownIdentity(ctx, session)),
    route('POST', '/api/account/identity', {}, ({ session }) => begin(ctx, session.admin.id)),
    route('DELETE', '/api/account/identity', {}, async (asked) => {
      await unlink(asked)
      return ownIdentity(ctx, asked.session)
    }),
  ]
}

/** @throws NOT_FOUND without a provider */
function providerOf({ identityProvider }: BffContext): IdentityProvider {
  if (identityProvider === undefined) throw notFound()
  return identityProvider
}

/** The provider's address, and in a cookie what recognizes the answer. `adminId`: whose account it is linked to. */
async function begin(ctx: BffContext, adminId: string | null): Promise<Response> {
  const challenge = newSecret()
  const url = await providerOf(ctx)
    .signInUrl(challenge)
    .catch((cause: unknown) => {
      throw providerError(cause) ?? cause
    })
  const content: ProviderSignIn = { url }
  return beginCeremony(ctx, { kind: 'identity', challenge, admin_id: adminId }, content)
}

/**
 * `POST /api/identity`: takes the query with which the provider redirected the browser back. Links the account of the
 * person who began it, or signs in the person whose account is linked.
 *
 * @throws IDENTITY_REFUSED, IDENTITY_UNKNOWN, IDENTITY_TAKEN, IDENTITY_PROVIDER_FAILED
 */
async function finish({ ctx, exchange, body }: Opened<{ body: typeof identityAnswerSchema }>) {
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'identity').catch(refused)
  const { challenge, admin_id: adminId } = ceremony
  const identity = await providerOf(ctx).identify(challenge, body.query).catch(refused)
  if (adminId !== null) return link(ctx, exchange, adminId, identity)
  const linked = await ctx.db
    .selectFrom('bff_identity')
    .select('admin_id')
    .where((row) => row.and({ issuer: identity.issuer, subject: identity.subject }))
    .executeTakeFirstOrThrow(() => bffError('IDENTITY_UNKNOWN'))
  return enterSession(ctx, exchange, linked.admin_id, 'identity provider')
}

/** The response is not this browser's, was already used, or is not the provider's. All get the same error. */
function refused(cause: unknown): never {
  throw providerError(cause) ?? bffError('IDENTITY_REFUSED', { cause })
}

/** A fault of the provider or of its settings, which a retry does not fix. Undefined for every other error. */
function providerError(cause: unknown): HttpError | undefined {
  if (!(cause instanceof IdentityProviderError)) return undefined
  return bffError('IDENTITY_PROVIDER_FAILED', cause.message, { cause })
}

/** Works only in the session that began it, and replaces an earlier link of the person. */
async function link(ctx: BffContext, exchange: Exchange, adminId: string, identity: Identity) {
  const session = await findSession(ctx, exchange.req.raw)
  if (session?.admin.id !== adminId) throw bffError('IDENTITY_REFUSED')
  const { issuer, subject, label } = identity
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('bff_identity')
      .where((row) => row.and({ admin_id: adminId, issuer }))
      .execute()
    await trx
      .insertInto('bff_identity')
      .values({ issuer, subject, label, admin_id: adminId, created_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .returning('admin_id')
      .executeTakeFirstOrThrow(() => bffError('IDENTITY_TAKEN'))
    await noteAccountEvent(trx, {
      kind: 'identity-linked',
      adminId,
      ...actingPerson({ ctx, exchange, session }),
    })
    const by = auditActor(exchange, session)
    await recordAudit(ctx, trx, { ...by, action: 'identity.linked', target: null, details: { issuer } })
  })
  return answer({ linked: true }, 200, { 'set-cookie': endCeremonyCookie(ctx) })
}

/** `GET /api/account/identity`: the deployment's provider, and who the signed-in person is there. */
async function ownIdentity(ctx: BffContext, { admin }: Session): Promise<OwnIdentity> {
  const provider = ctx.identityProvider
  if (provider === undefined) return { provider: null, linked: null }
  const row = await ctx.db
    .selectFrom('bff_identity')
    .select(['label', 'created_at'])
    .where((row) => row.and({ admin_id: admin.id, issuer: provider.issuer }))
    .executeTakeFirst()
  const linked = row === undefined ? null : { label: row.label, sinceDatetime: row.created_at.toISOString() }
  return { provider: provider.name, linked }
}

/** @throws NOT_FOUND when nothing is linked */
async function unlink(asked: Asking): Promise<void> {
  const { ctx, session, by } = asked
  const adminId = session.admin.id
  const { issuer } = providerOf(ctx)
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('bff_identity')
      .where((row) => row.and({ admin_id: adminId, issuer }))
      .returning('admin_id')
      .executeTakeFirstOrThrow(notFound)
    await noteAccountEvent(trx, { kind: 'identity-unlinked', adminId, ...actingPerson(asked) })
    await recordAudit(ctx, trx, { ...by, action: 'identity.unlinked', target: null, details: { issuer } })
  })
}
