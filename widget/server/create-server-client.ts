import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { nextQuery } from '#server-kit/http/next-query.ts'
import { ConnectionError, RefusedError, UnavailableError, type LatchkeyError } from './errors.ts'
import {
  methodsOf,
  ROUTES,
  type CallOptions,
  type ErrorContent,
  type Methods,
  type Operations,
  type PagedName,
  type Send,
} from './operations.ts'

/**
 * Where the service is, and what opens it.
 *
 * @example
 * const options: ServerClientOptions = { url: 'https://wallets.example', apiKey: process.env.LATCHKEY_API_KEY }
 */
export type ServerClientOptions = {
  /** Of the service, such as `https://wallets.example`. */
  url: string
  /** Of the console's and the widget's server, where it stands apart from the service. */
  consoleUrl?: string
  /** For everything below `/v1`. Keep it out of browsers. */
  apiKey?: string
  /** For `openWidgetSession`. Keep it out of browsers. */
  integrationSecret?: string
  /** How often a call is sent again that was not answered, or that may come again; 2 by default. */
  retries?: number
  /** How long one try may take; 30,000 by default. */
  timeoutMs?: number
  /** In place of the platform's own, such as one with a proxy. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * A method for each operation, and `each` for lists.
 *
 * @example
 * const shop = (latchkey: ServerClient) => latchkey.listTransactions({ limit: '20' })
 */
export type ServerClient = Methods & {
  /** Every entry of a list, page after page. */
  each: <Name extends PagedName>(
    name: Name,
    ...call: Parameters<Methods[Name]>
  ) => AsyncGenerator<Item<Name>, void, undefined>
}
type Item<Name extends PagedName> = Operations[Name]['answer'] extends readonly (infer One)[] ? One : never

/**
 * A client of the whole interface for Node: each operation of the OpenAPI description is a method, which answers its
 * `content`. A POST has an Idempotency-Key of its own, so that trying again does nothing twice.
 *
 * @throws ConnectionError, RefusedError or UnavailableError, from each method
 * @example
 * const latchkey = createServerClient({ url: 'https://wallets.example', apiKey: process.env.LATCHKEY_API_KEY })
 * const { address } = await latchkey.getWallet({ address: '0x…' })
 * for await (const wallet of latchkey.each('listWallets', { owner: 'end-user' })) console.log(wallet.label)
 */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const send: Send = async (name, input, call) =>
    (await sendWithRetries<Operations[typeof name]['answer']>(options, { name, fields: input, ...call }))
      .content
  async function* each<Name extends PagedName>(
    name: Name,
    ...[input = {}, call]: Parameters<Methods[Name]>
  ): AsyncGenerator<Item<Name>, void, undefined> {
    let next: Record<string, string> | undefined = {}
    while (next !== undefined) {
      // What stands in the path is not in the link.
      const fields = { ...input, ...next }
      const page: Answer<readonly Item<Name>[]> = await sendWithRetries(options, { name, fields, ...call })
      yield* page.content
      next = nextQuery(page.headers.get('link') ?? undefined)
    }
  }
  return { ...methodsOf(send), each }
}

type Call = CallOptions & { name: keyof Operations; fields: object }
/** `content` is what the description says that the operation answers: the service is trusted with that. */
type Answer<Content> = { content: Content; headers: Headers }
type Failure = { error: LatchkeyError }

const RETRIES = 2
const TIMEOUT_MS = 30_000
const PAUSE_MS = 300
const PAUSE_MS_MAX = 20_000

async function sendWithRetries<Content>(options: ServerClientOptions, call: Call): Promise<Answer<Content>> {
  const request = requestOf(options, call)
  // A second DELETE would not find what the first has removed, and say that nothing happened.
  const retries = request.init.method === 'DELETE' ? 0 : (options.retries ?? RETRIES)
  for (let tries = 0; ; tries += 1) {
    const outcome = await sendOnce<Content>(options, request, call)
    if (!('error' in outcome)) return outcome
    const pauseMs = pauseBefore(tries, outcome.error)
    if (tries >= retries || pauseMs === undefined) throw outcome.error
    await wait(pauseMs, undefined, call.signal === undefined ? {} : { signal: call.signal }).catch(
      () => undefined,
    )
    call.signal?.throwIfAborted()
  }
}

/** Undefined: coming again changes nothing. */
function pauseBefore(tries: number, error: LatchkeyError): number | undefined {
  const ownMs = PAUSE_MS * 2 ** tries * (0.8 + Math.random() * 0.4)
  if (error instanceof ConnectionError) return ownMs
  if (!(error instanceof UnavailableError)) return undefined
  const askedMs = (error.retryAfterSeconds ?? 0) * 1000
  return askedMs > PAUSE_MS_MAX ? undefined : Math.max(askedMs, ownMs)
}

type Sent = { url: string; init: RequestInit }

function requestOf(options: ServerClientOptions, { name, fields, idempotencyKey }: Call): Sent {
  const [method, template] = ROUTES[name]
  const rest: Record<string, unknown> = { ...fields }
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = textOf(rest[field] ?? '')
    // They would make another path of it.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${field} cannot be “${value}”`)
    delete rest[field]
    return encodeURIComponent(value)
  })
  const isOfConsole = path.startsWith('/api/')
  const base = (isOfConsole ? (options.consoleUrl ?? options.url) : options.url).replace(/\/$/, '')
  const headers = new Headers(
    isOfConsole
      ? { authorization: `Bearer ${required(options, 'integrationSecret', name)}` }
      : { 'x-api-key': required(options, 'apiKey', name) },
  )
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, textOf(value))
    const search = query.size === 0 ? '' : `?${query.toString()}`
    return { url: base + path + search, init: { method, headers } }
  }
  headers.set('content-type', 'application/json')
  if (method === 'POST') headers.set('idempotency-key', idempotencyKey ?? randomUUID())
  return { url: base + path, init: { method, headers, body: JSON.stringify(rest) } }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function required(options: ServerClientOptions, name: 'apiKey' | 'integrationSecret', operation: string) {
  const value = options[name]
  if (value === undefined || value === '')
    throw new TypeError(`createServerClient was given no ${name}, which ${operation} needs`)
  return value
}

async function sendOnce<Content>(
  { fetch: ask = fetch, timeoutMs = TIMEOUT_MS }: ServerClientOptions,
  { url, init }: Sent,
  { name, signal }: Call,
): Promise<Answer<Content> | Failure> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    const response = await ask(url, { ...init, signal: ends, redirect: 'error' })
    return await readAnswer(response)
  } catch (cause) {
    signal?.throwIfAborted()
    const words = timeout.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed'
    return { error: new ConnectionError(`${name}: ${words}`, { code: 'CONNECTION_FAILED', cause }) }
  }
}

async function readAnswer<Content>(response: Response): Promise<Answer<Content> | Failure> {
  const text = await response.text()
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const about = { status, ...(requestId === null ? {} : { requestId }) }
  const refusal = response.ok ? undefined : contentOf<ErrorContent>(text)
  const content = response.ok ? contentOf<Content>(text) : undefined
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
function contentOf<Content>(text: string): Content | undefined {
  try {
    const envelope: { content?: Content } | null = JSON.parse(text)
    return envelope?.content
  } catch {
    return undefined
  }
}
