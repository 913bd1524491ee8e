import type { HasIdentityProvider, RunsCeremonies } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import type { WithCookies } from '#bff/http/with-cookies.ts'
import { beginCeremony } from '#bff/sessions/ceremony.ts'
import type { ProviderSignIn } from '#protocol/members.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import { providerError, requireProvider } from './provider-errors.ts'

/**
 * Starts a sign-in with the organization's identity provider, for people who have linked their account (ADR 0020).
 */
export const beginProviderSignIn: ConsoleOperation<
  'beginProviderSignIn',
  RunsCeremonies & HasIdentityProvider
> = ({ ctx }) => beginIdentity(ctx, null)

/** Starts linking the signed-in person's account at the identity provider. */
export const beginIdentityLink: ConsoleOperation<
  'beginIdentityLink',
  RunsCeremonies & HasIdentityProvider
> = ({ ctx, session }) => beginIdentity(ctx, session.admin.id)

/**
 * Returns the provider's URL, and sets a cookie by which the provider's response is assigned to this browser. `adminId`
 * is the person who links an account. Null for a sign-in.
 */
async function beginIdentity(
  ctx: RunsCeremonies & HasIdentityProvider,
  adminId: string | null,
): Promise<WithCookies<ProviderSignIn>> {
  const challenge = newSecret()
  const url = await requireProvider(ctx)
    .signInUrl(challenge)
    .catch((cause: unknown) => {
      throw providerError(cause) ?? cause
    })
  return beginCeremony(ctx, { kind: 'identity', challenge, admin_id: adminId }, { url })
}
