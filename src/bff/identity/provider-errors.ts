import type { HasIdentityProvider } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import { notFound, type HttpError } from '#server-kit/http/http-error.ts'
import { IdentityProviderError } from './discover-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'

/** @throws NOT_FOUND if no provider is configured */
export function requireProvider({ identityProvider }: HasIdentityProvider): IdentityProvider {
  if (identityProvider === undefined) throw notFound()
  return identityProvider
}

/** Maps a fault of the provider or its settings, which a retry does not fix. Undefined for every other error. */
export function providerError(cause: unknown): HttpError | undefined {
  if (!(cause instanceof IdentityProviderError)) return undefined
  return bffError('IDENTITY_PROVIDER_FAILED', cause.message, { cause })
}
