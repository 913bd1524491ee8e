import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { envelopeSchema, errorContentSchema } from '#protocol/baas/envelope.ts'
import { ORGANIZATION_HEADER, STEP_UP_HEADER } from '#protocol/org/console-api.ts'
import { ApiError } from './errors.ts'
import { markSessionRestored, waitForSession } from './session-gate.ts'
import { reloadApp, shownOrganization } from './shown-organization.ts'
import { broadcastChange } from './tabs.ts'
import { language } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'

type ApiRequest<Answer extends z.ZodMiniType> = {
  method: Endpoint['method']
  /** From the origin's root, such as `/api/session`. */
  path: string
  query?: Record<string, string | undefined>
  body?: unknown
  answer: Answer
  signal?: AbortSignal
  /** Requests that make the session must not wait for one. */
  sessionless?: boolean
  /** The same for the same filled form: sent again after a lost answer, it gets the first one's answer. */
  idempotencyKey?: string
}
/** `stepUp`: names the answered passkey prompt that was for this request. */
type Sent<Answer extends z.ZodMiniType> = ApiRequest<Answer> & { stepUp?: string }

/** One page of a list. `nextCursor` comes from the `Link: rel="next"` header; `null` on the last page. */
type Page<Content> = { content: Content; nextCursor: string | null }

/** Sent by POST, but only a step towards a change, or a question. */
const CHANGES_NOTHING = /^\/api\/(step-up|widget-session|baas\/transactions\/simulate)\b/
const answerEnvelopeSchema = envelopeSchema(z.unknown())
const errorEnvelopeSchema = envelopeSchema(errorContentSchema)

/**
 * Sends one request to the console's server and answers the parsed content. When the session has ended, and when the
 * server requires the passkey for this change, the dialog or the prompt opens, and the same request is sent again.
 *
 * @throws ApiError, or ReadableError when the passkey prompt was closed
 */
export async function callApi<Answer extends z.ZodMiniType>(
  request: ApiRequest<Answer>,
): Promise<z.output<Answer>> {
  return (await call(request)).content
}

async function call<Answer extends z.ZodMiniType>(request: Sent<Answer>): Promise<Page<z.output<Answer>>> {
  const response = await send(request)
  const json = await readJson(response)
  if (!response.ok) return call(await requestAfterRefusal(request, toApiError(response, json)))
  if (request.sessionless !== true) {
    markSessionRestored()
    if (request.method !== 'GET' && !CHANGES_NOTHING.test(request.path)) broadcastChange()
  }
  const envelope = answerEnvelopeSchema.safeParse(json)
  const parsed = envelope.success ? z.safeParse(request.answer, envelope.data.content) : envelope
  if (!parsed.success) throw unreadable(response, parsed.error)
  return { content: parsed.data, nextCursor: nextCursorOf(response.headers.get('link')) }
}

/** What is sent after a refusal: the same request, since the first one changed nothing. @throws the refusal */
async function requestAfterRefusal<Answer extends z.ZodMiniType>(
  { stepUp, ...request }: Sent<Answer>,
  error: ApiError,
): Promise<Sent<Answer>> {
  if (error.code === 'ORGANIZATION_CHANGED') reloadApp()
  if (error.code === 'SESSION_REQUIRED' && request.sessionless !== true) {
    if ((await waitForSession()) === 'declined') throw error
    return request
  }
  if (error.code !== 'STEP_UP_REQUIRED' || stepUp !== undefined) throw error
  const { confirmRequest } = await import('./step-up.ts')
  const { method, path } = request
  const body = bodyOf(request) ?? ''
  return { ...request, stepUp: await confirmRequest(postTo, { method, path, body }) }
}

function postTo<Answer extends z.ZodMiniType>(path: string, body: unknown, answer: Answer) {
  return callApi({ method: 'POST', path, body, answer })
}

type EndpointInput = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
}

type PassThrough = '/api/baas' | '/api/org'
type EndpointOf<Answer> = Pick<Endpoint, 'method' | 'path'> & { answer: Answer }

/** Calls one row of an endpoint table through the console's pass-through; answers the content. */
export async function callEndpoint<Answer extends z.ZodMiniType>(
  base: PassThrough,
  endpoint: EndpointOf<Answer>,
  input?: EndpointInput,
): Promise<z.output<Answer>> {
  return (await callPage(base, endpoint, input)).content
}

/** Like `callEndpoint`, for a list: with the cursor of the next page. */
export async function callPage<Answer extends z.ZodMiniType>(
  base: PassThrough,
  endpoint: EndpointOf<Answer>,
  { params = {}, ...input }: EndpointInput = {},
): Promise<Page<z.output<Answer>>> {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return call({ ...input, method: endpoint.method, path: base + path, answer: endpoint.answer })
}

async function send(request: Sent<z.ZodMiniType>): Promise<Response> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, value)
  }
  const url = search.size === 0 ? request.path : `${request.path}?${search.toString()}`
  const body = bodyOf(request)
  try {
    return await fetch(url, {
      method: request.method,
      headers: headersOf(request, body !== undefined),
      ...(body !== undefined && { body }),
      ...(request.signal && { signal: request.signal }),
      redirect: 'error',
      cache: 'no-store',
    })
  } catch (cause) {
    if (request.signal?.aborted === true) throw cause
    throw new ApiError('NETWORK', t('The console could not reach its server.'), { status: 0, cause })
  }
}

/** As it is sent; undefined where none is. */
function bodyOf({ method, body }: Sent<z.ZodMiniType>): string | undefined {
  return method === 'POST' || method === 'PUT' ? JSON.stringify(body ?? {}) : undefined
}

function headersOf(
  { sessionless, stepUp, idempotencyKey }: Sent<z.ZodMiniType>,
  hasBody: boolean,
): Record<string, string> {
  const organization = sessionless === true ? undefined : shownOrganization()
  return {
    accept: 'application/json',
    // The mails that a request causes are in the language that is chosen here.
    'accept-language': language(),
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(organization !== undefined && { [ORGANIZATION_HEADER]: organization }),
    ...(stepUp !== undefined && { [STEP_UP_HEADER]: stepUp }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    throw unreadable(response, cause)
  }
}

function toApiError(response: Response, json: unknown): ApiError {
  const envelope = errorEnvelopeSchema.safeParse(json)
  if (!envelope.success) return unreadable(response, envelope.error)
  const { message, code, errors } = envelope.data.content
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(code ?? `HTTP_${response.status}`, message, {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    ...(errors && { errors }),
  })
}

function unreadable(response: Response, cause: unknown): ApiError {
  return new ApiError('UNREADABLE', t('The console could not read the server’s answer.'), {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    cause,
  })
}

/** The `cursor` of a `Link` header's `rel="next"`, as `GET /wallets` answers it. Source: profile 8. */
export function nextCursorOf(link: string | null): string | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const match = /^\s*<([^>]*)>\s*;.*\brel="?next"?/i.exec(part)
    if (match?.[1] === undefined) continue
    const query = match[1].split('?')[1]
    return query === undefined ? null : new URLSearchParams(query).get('cursor')
  }
  return null
}
