import type * as z from 'zod/mini'
import type { HasClock, HasHosting } from '#bff/context-parts.ts'
import type { requestEmailVerificationResultSchema } from '#protocol/create-wallet.ts'
import { VERIFICATION_LIFETIME_SECONDS } from '#protocol/limits.ts'
import { secondsAfter } from '#server-kit/clock.ts'

/**
 * Response for `request-email-verification`, which the specification does not show. A service of another party may
 * return any content with a success. It sends the mail in any case, with the lifetime of profile 7. Undefined for
 * our own service.
 */
export function assumeVerification({
  settings,
  clock,
}: HasClock & HasHosting): z.output<typeof requestEmailVerificationResultSchema> | undefined {
  if (!settings.hostedUpstream) return undefined
  const expiresAt = secondsAfter(clock.now(), VERIFICATION_LIFETIME_SECONDS)
  return { success: true, expiresAt: expiresAt.toISOString() }
}
