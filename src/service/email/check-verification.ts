import type { HasClock, HasCodeKey, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { checkCode } from './check-code.ts'

/**
 * `POST /wallets/check-verification`: checks a code before a passkey is created for it. The code is not used up.
 * A wrong code counts as it does in `POST /wallets`, so that this endpoint allows no additional guesses (profile 7).
 *
 * @throws INVALID_VERIFICATION_CODE
 */
export const checkVerification: Operation<'checkVerification', HasClock & HasDatabase & HasCodeKey> = async (
  ctx,
  caller,
  { body },
) => {
  await checkCode(ctx, caller, body)
  return { success: true }
}
