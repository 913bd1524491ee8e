import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import type { Session } from '#bff/sessions/session.ts'
import type { UpstreamCall } from '#bff/upstream/upstream-request.ts'

const WITH_OWNER: ReadonlySet<Endpoint> = new Set([ORG_ENDPOINTS.issueApiKey, ORG_ENDPOINTS.rotateApiKey])

/** A new key carries the name of the administrator who asked for it, whatever the page says. */
function withOwner<Call extends UpstreamCall>(call: Call, { admin }: Pick<Session, 'admin'>): Call {
  if (!WITH_OWNER.has(call.endpoint) || typeof call.body !== 'object' || call.body === null) return call
  return { ...call, body: { ...call.body, createdBy: admin.name } }
}

/** Sends a call; once more without the owner where an older service refuses to know of one. It has changed nothing then. */
export async function sendWithOwner<Call extends UpstreamCall, Answer>(
  call: Call,
  session: Pick<Session, 'admin'>,
  send: (call: Call) => Promise<Answer>,
): Promise<Answer> {
  const named = withOwner(call, session)
  try {
    return await send(named)
  } catch (error) {
    const refusesOwner =
      named !== call && error instanceof HttpError && error.errors?.some(({ path }) => path === 'createdBy')
    if (refusesOwner !== true) throw error
    return send(call)
  }
}
