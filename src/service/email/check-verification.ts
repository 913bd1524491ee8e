import type { Operation } from '#service/http/endpoint-types.ts'
import { checkCode } from './check-code.ts'

/**
 * `POST /wallets/check-verification`: judges a code before a passkey is made for it. It is not used by that; a wrong one
 * counts as it does in `POST /wallets`, so that nothing more can be guessed (profile 7).
 *
 * @throws INVALID_VERIFICATION_CODE
 */
export const checkVerification: Operation<'checkVerification'> = async (ctx, caller, { body }) => {
  await checkCode(ctx, caller, body)
  return { success: true }
}
