import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { API_ACCESS_OPTIONS, readApiAccess, readHttpUrl } from '#cli/api-access.ts'
import { CommandError, readArgs, required, UsageError, type Command, type Terminal } from '#cli/command.ts'
import { splitList } from '#cli/environment.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import {
  EVENT_TYPES,
  TEST_EVENT_TYPE,
  type OrganizationEvent,
  eventBodySchema,
  eventSchema,
} from '#protocol/events.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { readEvents } from '#server-kit/live/read-events.ts'
import { newWebhookSecret, webhookSignature } from '#server-kit/webhooks/webhook-signature.ts'

const OPTIONS = {
  'forward-to': { type: 'string' },
  ...API_ACCESS_OPTIONS,
  types: { type: 'string' },
  after: { type: 'string' },
} as const

/** Event types that webhooks send. Live streams have more. */
const SENT: readonly string[] = [...EVENT_TYPES, TEST_EVENT_TYPE]

export const listen: Command = {
  summary: 'forward webhook events to a port of this machine during development',
  help: `
Usage: latchkey listen --forward-to http://localhost:4000/hooks

  --forward-to <url>   URL of your handler
  --url <url>          URL of Latchkey (default: LATCHKEY_URL, else PUBLIC_URL, else http://localhost:4000)
  --key-file <file>    file with an API key that has the scope org:manage
  --types <a,b>        forward only these types, such as transaction.confirmed,wallet.created
  --after <number>     start after the event with this sequence number (default: new events only)

The API key comes from LATCHKEY_API_KEY or from --key-file. It is never an argument, because every user of the machine
could read it. If neither is set, the command uses the key of the sandbox in DATA_DIR.

Each event is signed as a Standard Webhook. The command creates a signing secret for each run and prints it; set
LATCHKEY_WEBHOOK_SECRET to keep the same one. Every event is sent once, and its line shows the result. Press Ctrl+C to
stop.
`,
  async run(args, terminal) {
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    process.once('SIGINT', leave).once('SIGTERM', leave)
    try {
      await listenUntil(args, terminal, leaving.signal)
    } finally {
      process.off('SIGINT', leave).off('SIGTERM', leave)
    }
  },
}

/** Runs until the signal aborts it. */
export async function listenUntil(args: string[], terminal: Terminal, signal: AbortSignal): Promise<void> {
  const { values } = readArgs(args, OPTIONS)
  const target = readHttpUrl(required(values['forward-to'], '--forward-to'), '--forward-to')
  const types = parseTypes(values.types)
  const after = values.after
  if (after !== undefined && !/^[0-9]{1,18}$/.test(after))
    throw new UsageError('--after must be a whole number.')
  const { url, apiKey } = await readApiAccess(terminal, values)
  const orgUrl = `${url}/v1/org`
  const secret = readSecret(terminal)
  let sending = Promise.resolve()
  const onEvent = (event: OrganizationEvent) => {
    if (!SENT.includes(event.type) || (types !== undefined && !types.includes(event.type))) return
    // Delivers events one at a time, in the order of their sequence numbers.
    sending = sending.then(async () => {
      if (signal.aborted) return
      terminal.print(line(event, await forwardEvent(event, target, secret)))
    })
  }
  let wasRestored = false
  const onOpen = (isAgain: boolean) => {
    const note = wasRestored ? 'Connected again.' : 'Connected again; no event was missed.'
    wasRestored = false
    if (isAgain) return terminal.note(note)
    terminal.note(`Listening at ${orgUrl}, forwarding to ${target}. Press Ctrl+C to stop.`)
    terminal.note(`Signing secret: ${secret}`)
  }
  const onLost = () => terminal.note('The connection was lost. Trying again.')
  const onRestored = (message: string) => {
    wasRestored = true
    terminal.note(`${message}\nThe command continues with new events. Events in between were not forwarded.`)
  }
  await followOrganization({ orgUrl, apiKey, after, signal, onEvent, onOpen, onLost, onRestored })
  await sending
}

function line(event: OrganizationEvent, { status, problem, ms }: Forwarded): string {
  const time = new Date().toISOString().slice(11, 19)
  const outcome = status === undefined ? `failed: ${problem}` : `${status} in ${ms} ms`
  return `${time}  #${event.sequence}  ${event.type.padEnd(21)}  ${event.id}  ${outcome}`
}

function parseTypes(list: string | undefined): string[] | undefined {
  const types = list === undefined ? undefined : splitList(list)
  const unknown = types?.find((type) => !SENT.includes(type))
  if (unknown !== undefined)
    throw new UsageError(`“${unknown}” is not an event type. Use ${SENT.join(', ')}.`)
  return types
}

function readSecret({ environment }: Terminal): string {
  const given = environment['LATCHKEY_WEBHOOK_SECRET']
  if (given === undefined) return newWebhookSecret()
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(given))
    throw new CommandError('LATCHKEY_WEBHOOK_SECRET must begin with whsec_, followed by base64.')
  return given
}

const TIMEOUT_MS = 15_000
const failureSchema = z.object({ cause: z.optional(z.object({ code: z.optional(z.string()) })) })

/** The handler's status code, or the reason why it did not respond. */
type Forwarded = { status: number | undefined; problem: string | undefined; ms: number }

/** Sends one event as a Standard Webhook with the service's headers and body. Makes one attempt. */
async function forwardEvent(event: OrganizationEvent, target: string, secret: string): Promise<Forwarded> {
  const body = JSON.stringify(eventBodySchema.parse(event))
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const startedAt = performance.now()
  const ended = (rest: Omit<Forwarded, 'ms'>) => ({ ...rest, ms: Math.round(performance.now() - startedAt) })
  try {
    const response = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Latchkey-Webhooks/1',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestampSeconds),
        'webhook-signature': webhookSignature([secret], { id: event.id, timestampSeconds, body }),
      },
      body,
    })
    await response.body?.cancel()
    return ended({ status: response.status, problem: undefined })
  } catch (cause) {
    return ended({ status: undefined, problem: describeProblem(cause) })
  }
}

function describeProblem(cause: unknown): string {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `no response within ${TIMEOUT_MS / 1_000} s`
  const code = failureSchema.safeParse(cause).data?.cause?.code
  return code === 'ECONNREFUSED' ? 'nothing is listening there' : (code ?? 'the connection failed')
}

const COME_BACK_MS = 250
const COME_BACK_MS_MAX = 10_000
const CURSOR_AHEAD: ErrorCode = 'EVENT_CURSOR_AHEAD'
/** Statuses after which it is useless to repeat the request. */
const FINAL = new Set([400, 401, 403, 404, 405, 406, 409, 501])

type OrganizationFollowing = {
  /** `…/v1/org` without a trailing slash. */
  orgUrl: string
  apiKey: string
  /** Sequence number after which to start. Undefined means new events only. */
  after: string | undefined
  signal: AbortSignal
  onEvent: (event: OrganizationEvent) => void
  /** `isAgain`: the connection was restored and no event was missed. */
  onOpen: (isAgain: boolean) => void
  onLost: () => void
  /** The service was restored to an earlier state than the last event. `message` is its explanation. */
  onRestored: (message: string) => void
}

/** The service has not assigned the sequence after which to continue. */
class CursorAheadError extends Error {}

/**
 * Follows an organization's events until the signal stops it. Reconnects when the connection is lost, and
 * passes each event on once.
 *
 * @throws CommandError if the service rejects the request permanently or is unreachable at the start
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
            // Skips event types that a newer service version added.
            if (event.success) following.onEvent(event.data)
          },
        })
    } catch (cause) {
      if (signal.aborted) return
      if (cause instanceof CommandError) throw cause
      if (cause instanceof CursorAheadError) {
        if (!isAgain)
          throw new CommandError(`${cause.message}\nWithout --after, the command starts with new events.`)
        following.onRestored(cause.message)
        lastEventId = undefined
        continue
      }
      if (!isAgain)
        throw new CommandError(`${following.orgUrl} cannot be reached. Is the server running?`, { cause })
    }
    if (signal.aborted) return
    following.onLost()
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 2, COME_BACK_MS_MAX)
  }
}

const refusalSchema = z.object({ content: z.object({ message: z.string(), code: z.string() }) })

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
  if (!FINAL.has(response.status) && !response.ok)
    throw new Error(`The service responded with ${response.status}`)
  const refusal = refusalSchema.safeParse(tryJson(text)).data?.content
  if (refusal?.code === CURSOR_AHEAD) throw new CursorAheadError(refusal.message)
  throw new CommandError(
    `${orgUrl}/events: ${refusal?.message ?? `the response is not an event stream (${response.status})`}`,
  )
}
