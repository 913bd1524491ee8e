import * as z from 'zod/mini'
import type { ApiAccess } from '#cli/api-access.ts'
import { listCauses } from '#cli/causes.ts'
import { envelopeSchema, errorContentSchema, type ErrorContent } from '#protocol/fields.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'

/** The API that tools call. `fetch` is replaced by tests. */
export type ToolApi = ApiAccess & { fetch: (request: Request) => Promise<Response> }

/**
 * The result of a call. `next`: the arguments of the next page of a list. `proposal`: the console's form for a prepared
 * call. `error`: the public error of the service, with its code.
 */
export type ToolResult = Succeeded | Failed
type Succeeded = { content: unknown; next?: Record<string, string>; proposal?: { url: string } }
export type Failed = {
  error: ErrorContent & { status?: number; requestId?: string; retryAfterSeconds?: number }
}

/** Time limit of one request, in milliseconds. Long enough for a list of events that waits for the next one. */
const TIMEOUT_MS = 60_000

export type ToolRequest = { method: string; path: string; body?: unknown }

/** Sends one request to the API with the key. */
export async function sendRequest(
  api: ToolApi,
  { method, path, body }: ToolRequest,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const headers = {
    'x-api-key': api.apiKey,
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    const request = new Request(`${api.url}${path}`, {
      method,
      headers,
      // A redirect would send the key to another server.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return await readResult(await api.fetch(request))
  } catch (cause) {
    return { error: { code: 'UNREACHABLE', message: describeFailure(api.shownUrl, cause) } }
  }
}

const systemErrorSchema = z.object({ code: z.string() })

/** Names only the system's code of the failure, because the message of a cause may contain anything. */
function describeFailure(url: string, cause: unknown): string {
  const code = listCauses(cause)
    .map((one) => systemErrorSchema.safeParse(one).data?.code)
    .find((found) => found !== undefined)
  return `${url} cannot be reached${code === undefined ? '' : ` (${code})`}. Is the server running?`
}

const contentSchema = envelopeSchema(z.unknown())
const refusalSchema = envelopeSchema(errorContentSchema)

async function readResult(response: Response): Promise<ToolResult> {
  const { status, headers } = response
  const json = tryJson(await response.text())
  if (response.ok) {
    const { success, data } = contentSchema.safeParse(json)
    if (!success) return { error: { code: 'UNREADABLE', message: unreadable(status), status } }
    const next = nextArguments(headers.get('link'))
    return { content: data.content, ...(next !== undefined && { next }) }
  }
  const refusal = refusalSchema.safeParse(json)
  if (!refusal.success) return { error: { code: 'UNREADABLE', message: unreadable(status), status } }
  const requestId = headers.get('x-request-id')
  const retryAfterSeconds = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    error: {
      ...refusal.data.content,
      status,
      ...(requestId !== null && { requestId }),
      ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
    },
  }
}

const unreadable = (status: number) =>
  `The response is not one of this service (${status}). Check LATCHKEY_URL.`

/** The query of the next page, from a `Link` header. */
function nextArguments(link: string | null): Record<string, string> | undefined {
  const url = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1]
  if (url === undefined || !URL.canParse(url, 'http://localhost')) return undefined
  return Object.fromEntries(new URL(url, 'http://localhost').searchParams)
}
