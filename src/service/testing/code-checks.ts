import { ApiError } from '#server-kit/http/http-error.ts'
import { checkCode } from '#service/email/check-code.ts'
import type { TestService } from './test-service.ts'

/** The caller of a check. Always uses the same API key unless `keyId` is given. */
export type Guesser = { keyId?: string; clientIp?: string; externalUserId?: string }

/** Checks verification codes with the product's own function, and reads the pending state of an email address. */
export function createCodeChecks(service: TestService) {
  const check = (
    verificationCode: string,
    email?: string,
    organization = service.demo,
    guesser: Guesser = {},
  ) => {
    const { externalUserId, ...caller } = { keyId: 'key-1', ...guesser }
    const owner = { organizationId: organization.id, ...caller }
    return checkCode(service.ctx, owner, { verificationCode, email, externalUserId })
  }
  const pending = (email: string, organization = service.demo) =>
    service.call('GET', `/v1/baas/wallets/pending-verification?email=${encodeURIComponent(email)}`, {
      key: organization.key,
    })
  return { check, pending }
}

/** The error's code, or the verified email address. */
export async function readOutcome(promise: Promise<{ email: string }>): Promise<string> {
  try {
    return (await promise).email
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
