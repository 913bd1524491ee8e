import { ConnectionError, RefusedError, UnavailableError, type LatchkeyError } from './errors.ts'
import type { ErrorContent } from './operations.ts'

/** One request, ready to be sent. */
export type Sent = { url: string; init: RequestInit }

/**
 * A successful response. `content` has the type that the description states. The service is trusted to send
 * it.
 */
export type Answer<Content> = { content: Content; headers: Headers }
type Failure = { error: LatchkeyError }

type Sending = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  timeoutMs: number
  /** Name of the operation, for error texts. */
  name: string
  /** Aborts the call with the signal's own reason. */
  signal?: AbortSignal | undefined
}

/** Sends a request and reads its response within `timeoutMs` milliseconds. */
export async function sendOnce<Content>(
  { url, init }: Sent,
  { fetch: ask, timeoutMs, name, signal }: Sending,
): Promise<Answer<Content> | Failure> {
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason)
  let isLate = false
  // Uses no AbortSignal.timeout, because Node 20 garbage-collects a signal that only AbortSignal.any refers to. The
  // signal would then never fire.
  const timer = setTimeout(() => {
    isLate = true
    ending.abort(new Error('timeout'))
  }, timeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted === true) end()
  try {
    // Workers do not support `error`. Redirects are not followed, because the secret would be sent to the new
    // address.
    const response = await ask(url, { ...init, signal: ending.signal, redirect: 'manual' })
    return isRedirect(response) ? { error: redirected(response, url, name) } : await readAnswer(response)
  } catch (cause) {
    signal?.throwIfAborted()
    const words = isLate ? `no answer within ${timeoutMs} ms` : 'the connection failed'
    return { error: new ConnectionError(`${name}: ${words}`, { code: 'CONNECTION_FAILED', cause }) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Whether a response is a redirect. Browsers hide it behind a type, servers show its status. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function redirected(response: Response, url: string, name: string): ConnectionError {
  const location = response.headers.get('location') ?? ''
  const target = location !== '' && URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : ''
  const message = `${name}: ${new URL(url).origin} redirects${target}, and the secret is not sent there. Set url to the address of the service itself.`
  return new ConnectionError(message, { code: 'REDIRECTED', status: response.status })
}

async function readAnswer<Content>(response: Response): Promise<Answer<Content> | Failure> {
  const text = await response.text()
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const about = { status, ...(requestId === null ? {} : { requestId }) }
  const refusal = response.ok ? undefined : readContent<ErrorContent>(text)
  const content = response.ok ? readContent<Content>(text) : undefined
  if (content !== undefined) return { content, headers }
  if (status < 500 && status !== 429 && refusal === undefined) {
    const message = `The answer, with status ${status}, is not one of this service. Is something else at this address?`
    return { error: new ConnectionError(message, { ...about, code: 'ANSWER_UNREADABLE' }) }
  }
  const said = refusal ?? { message: `The service responded with status ${status}` }
  const isOver = status < 500 && status !== 429 && said.code !== 'CONFLICT'
  if (isOver) return { error: new RefusedError(said, about) }
  const after = Number(headers.get('retry-after') ?? Number.NaN)
  const retry = Number.isFinite(after) && after >= 0 ? { retryAfterSeconds: after } : {}
  return { error: new UnavailableError(said, { ...about, ...retry }) }
}

/** Undefined if the text is not a response of the service, for example a proxy's page. */
function readContent<Content>(text: string): Content | undefined {
  try {
    const envelope: { content?: Content } | null = JSON.parse(text)
    return envelope?.content
  } catch {
    return undefined
  }
}
