import * as z from 'zod/mini'
import type { HasDatabase, HasKeyVault, HasUpstream, HasUpstreamUrls } from '#bff/context-parts.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import type { Organization } from '#bff/ports.ts'
import { redactError, redactJson } from '#bff/upstream/redact-keys.ts'
import { upstreamRequest } from '#bff/upstream/upstream-request.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { eventSchema, type OrganizationEvent } from '#protocol/events.ts'
import { errorContentSchema } from '#protocol/fields.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { readEvents } from '#server-kit/live/read-events.ts'

export type Following = {
  organizationId: string
  /** Last known position. Undefined means only new events. */
  after: bigint | undefined
  signal: AbortSignal
  /**
   * Called when the stream is open. The stream delivers every event after `position`. `isForeign`: the service does
   * not know `after`, so events before `position` may be missing.
   */
  onOpen: (position: bigint, isForeign: boolean) => void
  onEvent: (event: OrganizationEvent) => void
}

const ANSWER_MS_MAX = 15_000
const CURSOR_AHEAD: ErrorCode = 'EVENT_CURSOR_AHEAD'
const refusalSchema = z.object({ content: errorContentSchema })
/** Statuses of a service without the stream, or of a service that refuses the stream to this key. */
const LACKING = new Set([403, 404, 405, 406, 501])

/**
 * Reads the service's stream of an organization's events until it ends. Returns `lacking` if there is no stream.
 *
 * @throws Error if the connection is lost, refused or silent. The error never contains the organization's key.
 */
export async function followUpstream(
  ctx: HasDatabase & HasKeyVault & HasUpstream & HasUpstreamUrls,
  following: Following,
  isForeign = false,
): Promise<'ended' | 'lacking'> {
  // Read for each connection, because the key may have been rotated.
  const organization = await findOrganization(ctx, following.organizationId)
  if (organization === undefined) throw new Error('The organization is not stored')
  const { apiKey } = organization
  const lost = new AbortController()
  const signal = AbortSignal.any([following.signal, lost.signal])
  const request = streamRequest(ctx, organization, following.after, signal)
  const answering = ctx.upstreamFetch(request)
  try {
    const response = await withDeadline(ANSWER_MS_MAX, () => answering)
    const position = readPosition(response)
    if (following.after !== undefined && (await readRefusalCode(response)) === CURSOR_AHEAD)
      return await followUpstream(ctx, { ...following, after: undefined }, true)
    if (position === undefined || response.body === null) {
      if (LACKING.has(response.status) || response.ok) return 'lacking'
      throw new Error(`The service responded with status ${response.status}`)
    }
    following.onOpen(position, isForeign)
    await readEvents(response.body, {
      signal: following.signal,
      onEvent: ({ data }) => {
        const event = eventSchema.safeParse(JSON.parse(redactJson(data, apiKey)))
        // Skips events of a type that this version does not know, because the service may be newer.
        if (event.success) following.onEvent(event.data)
      },
    })
    return 'ended'
  } catch (cause) {
    throw redactError(cause, apiKey)
  } finally {
    lost.abort()
    // Cancels the body of a late response, or of one without events.
    answering.then((answer) => answer.body?.cancel()).catch(() => undefined)
  }
}

function streamRequest(
  ctx: HasUpstreamUrls,
  organization: Organization,
  after: bigint | undefined,
  signal: AbortSignal,
) {
  const query = after === undefined ? {} : { afterSequence: String(after) }
  const call = { endpoint: ORG_ENDPOINTS.listEvents, query }
  const { url, headers } = upstreamRequest(ctx.settings, organization, call)
  headers.set('accept', 'text/event-stream')
  return new Request(url, { headers, signal })
}

/** Returns the error code of a refusal. Undefined if the response is not a refusal, or has no code. */
async function readRefusalCode(response: Response): Promise<string | undefined> {
  if (response.ok) return undefined
  const text = await withDeadline(ANSWER_MS_MAX, () => response.text())
  return refusalSchema.safeParse(tryJson(text)).data?.content.code
}

/** Returns the position at which the stream starts. Undefined if the response is not a stream. */
function readPosition(response: Response): bigint | undefined {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const position = response.headers.get('last-event-id') ?? ''
  return response.ok && isStream && /^[0-9]{1,18}$/.test(position) ? BigInt(position) : undefined
}
