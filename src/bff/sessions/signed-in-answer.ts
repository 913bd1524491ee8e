import type {
  DescribesSessions,
  HasClock,
  HasCookies,
  HasDatabase,
  HasEmbeddedGrowth,
  HasKeyVault,
} from '#bff/context-parts.ts'
import type { Session } from '#bff/context.ts'
import { WithCookies } from '#bff/http/with-cookies.ts'
import { hasAdministrator } from '#bff/members/has-administrator.ts'
import type { Session as SessionContent } from '#protocol/console/console-session.ts'
import { findLargestGrowth } from '#protocol/console/embedded-growth.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { clearCookie } from '#server-kit/sessions/host-cookie.ts'
import { endCeremonyCookie } from './ceremony.ts'
import { sessionByHash, sessionCookie } from './session.ts'

/** Response to an accepted passkey: the person and the cookie of the new session. Clears the ceremony's cookie. */
export async function signedIn(
  ctx: DescribesSessions & HasClock & HasCookies & HasKeyVault,
  sessionId: string,
): Promise<WithCookies<SessionContent>> {
  const session = await sessionByHash(ctx, hashSecret(sessionId))
  const cookies = session === undefined ? [] : [sessionCookie(ctx, sessionId, session)]
  return new WithCookies(await sessionContent(ctx, session), [...cookies, endCeremonyCookie(ctx)])
}

/** Response for a person whose session has ended. Clears the session's cookie. */
export async function signedOut(ctx: DescribesSessions & HasCookies): Promise<WithCookies<SessionContent>> {
  return new WithCookies(await sessionContent(ctx, undefined), [clearCookie(ctx.settings.cookies.session)])
}

/** Content of `GET /api/session`. */
export async function sessionContent(
  ctx: DescribesSessions,
  session: Session | undefined,
): Promise<SessionContent> {
  if (session === undefined) {
    const setupRequired = !(await hasAdministrator(ctx.db))
    const { identityProvider } = ctx
    return {
      signedIn: false,
      setupRequired,
      ...(identityProvider && { identityProvider: identityProvider.name }),
    }
  }
  return {
    signedIn: true,
    admin: session.admin,
    organization: { id: session.organization.id, name: session.organization.name },
    organizations: await listOrganizations(ctx, session.admin.id),
    canCreateOrganization: ctx.createOrganization !== undefined,
    sandbox: ctx.settings.sandbox !== null,
    hostedUpstream: ctx.settings.hostedUpstream,
    ...(ctx.settings.explorerUrl !== undefined && { explorerUrl: ctx.settings.explorerUrl }),
    ...(await largeGrowth(ctx)),
    expiresAtDatetime: session.expiresAt.toISOString(),
  }
}

async function largeGrowth({ readEmbeddedGrowth }: HasEmbeddedGrowth) {
  const embeddedGrowth = await readEmbeddedGrowth?.()
  if (embeddedGrowth === undefined || findLargestGrowth(embeddedGrowth) === undefined) return {}
  return { embeddedGrowth }
}

function listOrganizations(ctx: HasDatabase, adminId: string) {
  return ctx.db
    .selectFrom('bff_member as member')
    .innerJoin('bff_organization as organization', 'organization.id', 'member.organization_id')
    .select(['organization.id', 'organization.name', 'member.role'])
    .where('member.admin_id', '=', adminId)
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute()
}
