import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { eventSchema, type OrganizationEvent } from '#protocol/events.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { readEvents } from '#server-kit/live/read-events.ts'
import { CommandError } from './command.ts'

const COME_BACK_MS = 250
const COME_BACK_MS_MAX = 10_000
/** Answers that another try does not change. */
const FINAL = new Set([400, 401, 403, 404, 405, 406, 501])

type OrganizationFollowing = {
  /** `…/v1/org`, without a slash at its end. */
  orgUrl: string
  apiKey: string
  /** The sequence after which to begin; absent: only what happens from now on. */
  after: string | undefined
  signal: AbortSignal
  onEvent: (event: OrganizationEvent) => void
  /** `isAgain`: the connection had been lost, and nothing was missed. */
  onOpen: (isAgain: boolean) => void
  onLost: () => void
}

/**
 * Follows an organization's events until the signal stops it, coming back whenever the connection is lost; each event
 * is passed on once.
 *
 * @throws CommandError when the service refuses for good, or cannot be reached at the beginning
 */
export async function followOrganization(following: OrganizationFollowing): Promise<void> {
  const { signal } = following
  let lastEventId = following.after
  let pauseMs = COME_BACK_MS
  let isAgain = false
  const remember = (id: string) => void (lastEventId = id)
  while (!signal.aborted) {
    try {
      const response = await open(following, lastEventId)
      remember(response.headers.get('last-event-id') ?? lastEventId ?? '')
      following.onOpen(isAgain)
      isAgain = true
      pauseMs = COME_BACK_MS
      if (response.body !== null)
        await readEvents(response.body, {
          signal,
          onEvent: ({ id, data }) => {
            if (id !== undefined) remember(id)
            const event = eventSchema.safeParse(JSON.parse(data))
            // An event type of a later service version is unknown here and skipped.
            if (event.success) following.onEvent(event.data)
          },
        })
    } catch (cause) {
      if (signal.aborted) return
      if (cause instanceof CommandError) throw cause
      if (!isAgain)
        throw new CommandError(`${following.orgUrl} cannot be reached. Is the server running?`, { cause })
    }
    if (signal.aborted) return
    following.onLost()
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 2, COME_BACK_MS_MAX)
  }
}

const refusalSchema = z.object({ content: z.object({ message: z.string() }) })

async function open({ orgUrl, apiKey, signal }: OrganizationFollowing, lastEventId: string | undefined) {
  const response = await fetch(`${orgUrl}/events`, {
    headers: {
      accept: 'text/event-stream',
      'x-api-key': apiKey,
      ...(lastEventId !== undefined && lastEventId !== '' && { 'last-event-id': lastEventId }),
    },
    signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (response.ok && isStream) return response
  const text = await response.text()
  if (!FINAL.has(response.status) && !response.ok) throw new Error(`answered with ${response.status}`)
  const refusal = refusalSchema.safeParse(tryJson(text)).data?.content.message
  throw new CommandError(`${orgUrl}/events: ${refusal ?? `no stream of events (${response.status})`}`)
}
