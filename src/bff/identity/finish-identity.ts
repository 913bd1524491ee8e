import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { DescribesSessions, FindsSessions, HasLog } from '#bff/context-parts.ts'
import type { AskedOf, ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { WithCookies } from '#bff/http/with-cookies.ts'
import { endCeremonyCookie, takeCeremony } from '#bff/sessions/ceremony.ts'
import { enterSession } from '#bff/sessions/enter-session.ts'
import { findSession } from '#bff/sessions/session.ts'
import type { Identity } from './identity-provider.ts'
import { providerError, requireProvider } from './provider-errors.ts'

/**
 * Handles the query of the provider's redirect. Links the account if the person is signed in and started the link,
 * or signs in the person who linked it before.
 *
 * @throws IDENTITY_REFUSED, IDENTITY_UNKNOWN, IDENTITY_TAKEN, IDENTITY_PROVIDER_FAILED
 */
export const finishIdentity: ConsoleOperation<
  'finishIdentity',
  DescribesSessions & FindsSessions & HasLog
> = async (asked) => {
  const { ctx, exchange, body } = asked
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'identity').catch(refused)
  const { challenge, admin_id: adminId } = ceremony
  const identity = await requireProvider(ctx).identify(challenge, body.query).catch(refused)
  if (adminId !== null) return link(asked, adminId, identity)
  const linked = await ctx.db
    .selectFrom('bff_identity')
    .select('admin_id')
    .where((row) => row.and({ issuer: identity.issuer, subject: identity.subject }))
    .executeTakeFirstOrThrow(() => bffError('IDENTITY_UNKNOWN'))
  const [action] = asked.action
  const details = { by: 'identity provider' }
  return enterSession({ ctx, exchange, adminId: linked.admin_id, action, details })
}

/**
 * Throws the same error for a response of another browser, a used response, and a response that is not the
 * provider's.
 */
function refused(cause: unknown): never {
  throw providerError(cause) ?? bffError('IDENTITY_REFUSED', { cause })
}

/** Links the account and replaces an earlier link of the person. Requires the session that started the link. */
async function link(
  asked: AskedOf<'finishIdentity', FindsSessions>,
  adminId: string,
  identity: Identity,
): Promise<WithCookies<{ linked: true }>> {
  const { ctx, exchange } = asked
  const [, action] = asked.action
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
    await recordAudit(ctx, trx, { ...by, action, target: null, details: { issuer } })
  })
  return new WithCookies({ linked: true }, [endCeremonyCookie(ctx)])
}
