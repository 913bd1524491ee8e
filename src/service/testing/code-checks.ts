import { ApiError } from '#server-kit/http/http-error.ts'
import { checkCode } from '#service/email/check-code.ts'
import type { TestService } from './test-service.ts'

/** The caller of a check. The key is always the same unless it is named. */
export type Guesser = { keyId?: string; clientIp?: string; externalUserId?: string }

/** Checks of verification codes by the product's own function, and the pending state of an address. */
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

/** The error's code, or the checked address. */
export async function readOutcome(promise: Promise<{ email: string }>): Promise<string> {
  try {
    return (await promise).email
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
