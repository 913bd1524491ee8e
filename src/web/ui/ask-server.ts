import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { envelopeSchema, errorContentSchema } from '#protocol/fields.ts'
import { ApiError } from './errors.ts'
import { language } from './text.ts'

type Input = {
  query?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal
  /** Stays the same for one submitted form. A repeated request then returns the first response. */
  idempotencyKey?: string
}
/** `path` starts at the origin's root, such as `/api/session`. */
export type ApiRequest<Answer> = Input & { method: Endpoint['method']; path: string; answer: Answer }

/** An endpoint of a table. Parts such as `:name` in its path stand for the input's `params`. */
export type EndpointOf<Answer> = Pick<Endpoint, 'method' | 'path'> & { answer: Answer }
export type EndpointInput = Input & { params?: Record<string, string> }

/** One page of a list. `nextCursor` comes from the `Link: rel="next"` header, and is null on the last page. */
export type Page<Content> = { content: Content; nextCursor: string | null }

const answerEnvelopeSchema = envelopeSchema(z.unknown())
const errorEnvelopeSchema = envelopeSchema(errorContentSchema)

/** The request for one endpoint of a table that is served below `base`. */
export function buildRequest<Answer>(
  base: string,
  { method, path, answer }: EndpointOf<Answer>,
  { params = {}, ...input }: EndpointInput = {},
): ApiRequest<Answer> {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return { ...input, method, path: base + filled, answer }
}

/**
 * Sends one request to the page's own server and reads the response. Calls `onAnswer` with the headers of
 * every response.
 *
 * @throws ApiError, or the abort error if the request was aborted
 */
export async function askServer<Answer extends z.ZodMiniType>(
  request: ApiRequest<Answer>,
  headers: Record<string, string> = {},
  onAnswer?: (headers: Headers) => void,
): Promise<Page<z.output<Answer>>> {
  const response = await send(request, headers)
  onAnswer?.(response.headers)
  const json: unknown = await response.json().catch((cause: unknown) => {
    throw unreadable(response, cause)
  })
  if (!response.ok) throw refusal(response, json)
  const envelope = answerEnvelopeSchema.safeParse(json)
  const parsed = envelope.success ? z.safeParse(request.answer, envelope.data.content) : envelope
  if (!parsed.success) throw unreadable(response, parsed.error)
  return { content: parsed.data, nextCursor: readNextCursor(response.headers.get('link')) }
}

async function send(request: ApiRequest<unknown>, headers: Record<string, string>): Promise<Response> {
  const { method, idempotencyKey, signal } = request
  const body = encodeBody(request)
  try {
    return await fetch(withQuery(request.path, request.query), {
      method,
      headers: {
        accept: 'application/json',
        // Mails that a request causes use the language chosen here.
        'accept-language': language(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      redirect: 'error',
      cache: 'no-store',
    })
  } catch (cause) {
    if (signal?.aborted === true) throw cause
    throw new ApiError('NETWORK', 'no answer came', { cause })
  }
}

/** The request body as sent. Undefined if there is none. */
export function encodeBody({ method, body }: ApiRequest<unknown>): string | undefined {
  return method === 'POST' || method === 'PUT' ? JSON.stringify(body ?? {}) : undefined
}

/** A path with query parameters. Empty parameters are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, value)
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

function refusal(response: Response, json: unknown): ApiError {
  const envelope = errorEnvelopeSchema.safeParse(json)
  if (!envelope.success) return unreadable(response, envelope.error)
  const { message, code, errors } = envelope.data.content
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(code ?? `HTTP_${response.status}`, message, {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    errors,
  })
}

function unreadable({ status, headers }: Response, cause: unknown): ApiError {
  return new ApiError('UNREADABLE', 'the response is not one of this service', {
    status,
    requestId: headers.get('x-request-id'),
    cause,
  })
}

/**
 * The `cursor` of the `rel="next"` link in a `Link` header, as returned by `GET /wallets` (profile 8). Null
 * if there is none.
 */
export function readNextCursor(link: string | null): string | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const match = /^\s*<([^>]*)>\s*;.*\brel="?next"?/i.exec(part)
    if (match?.[1] === undefined) continue
    const query = match[1].split('?')[1]
    return query === undefined ? null : new URLSearchParams(query).get('cursor')
  }
  return null
}
