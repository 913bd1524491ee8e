import { ConnectionError, RefusedError, UnavailableError, type LatchkeyError } from './errors.ts'
import type { ErrorContent } from './operations.ts'

/** One request, ready to be sent. */
export type Sent = { url: string; init: RequestInit }

/** `content` is what the description says that the operation answers: the service is trusted with that. */
export type Answer<Content> = { content: Content; headers: Headers }
type Failure = { error: LatchkeyError }

type Sending = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  timeoutMs: number
  /** The operation, for the texts of errors. */
  name: string
  /** Ends the call with its own reason. */
  signal?: AbortSignal | undefined
}

/** Sends a request and reads its answer within `timeoutMs`. */
export async function sendOnce<Content>(
  { url, init }: Sent,
  { fetch: ask, timeoutMs, name, signal }: Sending,
): Promise<Answer<Content> | Failure> {
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason)
  let isLate = false
  // Not AbortSignal.timeout: Node 20 collects one that only AbortSignal.any refers to, and it never fires then.
  const timer = setTimeout(() => {
    isLate = true
    ending.abort(new Error('timeout'))
  }, timeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted === true) end()
  try {
    // Workers know no `error`. A redirect is not followed: the secret would go with it.
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

/** Browsers hide a redirect behind a type; servers show its status. */
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
  const said = refusal ?? { message: `The service answered with status ${status}` }
  const isOver = status < 500 && status !== 429 && said.code !== 'CONFLICT'
  if (isOver) return { error: new RefusedError(said, about) }
  const after = Number(headers.get('retry-after') ?? Number.NaN)
  const retry = Number.isFinite(after) ? { retryAfterSeconds: after } : {}
  return { error: new UnavailableError(said, { ...about, ...retry }) }
}

/** Undefined where the text is no envelope: a proxy's page, for example. */
function readContent<Content>(text: string): Content | undefined {
  try {
    const envelope: { content?: Content } | null = JSON.parse(text)
    return envelope?.content
  } catch {
    return undefined
  }
}
