import type { CallsService } from '#bff/context-parts.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import type { IssuedApiKey } from '#protocol/api-keys.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { sendCall, type ForwardedRequest } from './forwarded-call.ts'

/**
 * Requests a key in the name of the administrator, and ignores any owner that the page sends. Retries without the name
 * if an older service refuses the field. A refused request changes nothing, so the retry is safe.
 */
export async function sendWithOwner(
  asked: ForwardedRequest<'issueApiKey', CallsService> | ForwardedRequest<'rotateApiKey', CallsService>,
): Promise<UpstreamAnswer<IssuedApiKey>> {
  try {
    return await sendCall(asked, { ...asked.body, createdBy: asked.session.admin.name })
  } catch (error) {
    const refusesOwner =
      error instanceof HttpError && error.errors?.some(({ path }) => path === 'createdBy') === true
    if (!refusesOwner) throw error
    return sendCall(asked)
  }
}
