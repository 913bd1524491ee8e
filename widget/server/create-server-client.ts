import { nextQuery } from '#server-kit/http/next-query.ts'
import { credentialHeader } from './credential-header.ts'
import { ConnectionError, UnavailableError, type LatchkeyError } from './errors.ts'
import {
  createMethods,
  ROUTES,
  type CallOptions,
  type Methods,
  type Operations,
  type PagedName,
  type Send,
} from './operations.ts'
import { sendOnce, type Answer, type Sent } from './send-once.ts'
import type { ServerClientOptions } from './server-client-options.ts'
import { readServiceAddress } from './service-address.ts'

/**
 * One method for each operation, and `each` for lists.
 *
 * @example
 * const shop = (latchkey: ServerClient) => latchkey.listTransactions({ limit: '20' })
 */
export type ServerClient = Methods & {
  /** Iterates over all entries of a list, with pagination. */
  each: <Name extends PagedName>(
    name: Name,
    ...call: Parameters<Methods[Name]>
  ) => AsyncGenerator<Item<Name>, void, undefined>
}
type Item<Name extends PagedName> = Operations[Name]['answer'] extends readonly (infer One)[] ? One : never

/**
 * A client of the whole server interface. It works in Node and on every platform with `fetch` and Web Crypto.
 * Each operation of the OpenAPI description is a method that returns its `content`. Each POST has its own
 * Idempotency-Key, so a retry does nothing twice.
 *
 * @throws ConnectionError, RefusedError or UnavailableError from each method, or TypeError if an option is
 * missing or wrong
 * @example
 * const latchkey = createServerClient({ url: 'https://wallets.example', apiKey: process.env.LATCHKEY_API_KEY
 * })
 * const { address } = await latchkey.getWallet({ address: '0x…' })
 * for await (const wallet of latchkey.each('listWallets', { owner: 'end-user' })) console.log(wallet.label)
 */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const send: Send = async (name, input, call) =>
    (await sendWithRetries<Operations[typeof name]['answer']>(options, { name, fields: input, ...call }))
      .content
  async function* each<Name extends PagedName>(
    name: Name,
    ...parameters: Parameters<Methods[Name]>
  ): AsyncGenerator<Item<Name>, void, undefined> {
    const [input = {}, call] = parameters
    let next: Record<string, string> | undefined = {}
    while (next !== undefined) {
      // The link does not contain the path's parameters.
      const fields = { ...input, ...next }
      const page: Answer<readonly Item<Name>[]> = await sendWithRetries(options, { name, fields, ...call })
      yield* page.content
      next = nextQuery(page.headers.get('link') ?? undefined)
    }
  }
  return { ...createMethods(send), each }
}

type Call = CallOptions & { name: keyof Operations; fields: object }

const RETRIES = 2
const TIMEOUT_MS = 30_000
const PAUSE_MS = 300
const PAUSE_MS_MAX = 20_000

async function sendWithRetries<Content>(options: ServerClientOptions, call: Call): Promise<Answer<Content>> {
  const request = toRequest(options, call)
  // A second DELETE would not find the removed object, and wrongly report that nothing happened.
  const retries = request.init.method === 'DELETE' ? 0 : (options.retries ?? RETRIES)
  for (let tries = 0; ; tries += 1) {
    const outcome = await sendOnce<Content>(request, {
      fetch: options.fetch ?? fetch,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      name: call.name,
      signal: call.signal,
    })
    if (!('error' in outcome)) return outcome
    const pauseMs = pauseBefore(tries, outcome.error)
    if (tries >= retries || pauseMs === undefined) throw outcome.error
    await pause(pauseMs, call.signal)
    call.signal?.throwIfAborted()
  }
}

/** Resolves after `ms` milliseconds, or when the signal aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
  })
}

/** The pause before the next try, in milliseconds. Undefined if a retry cannot help. */
function pauseBefore(tries: number, error: LatchkeyError): number | undefined {
  if (error.code === 'REDIRECTED') return undefined
  const ownMs = PAUSE_MS * 2 ** tries * (0.8 + Math.random() * 0.4)
  if (error instanceof ConnectionError) return ownMs
  if (!(error instanceof UnavailableError)) return undefined
  const askedMs = (error.retryAfterSeconds ?? 0) * 1000
  return askedMs > PAUSE_MS_MAX ? undefined : Math.max(askedMs, ownMs)
}

function toRequest(options: ServerClientOptions, { name, fields, idempotencyKey }: Call): Sent {
  const [method, template] = ROUTES[name]
  const rest: Record<string, unknown> = { ...fields }
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = printValue(rest[field] ?? '')
    // An empty value and dots would lead to another path.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${field} cannot be “${value}”`)
    delete rest[field]
    return encodeURIComponent(value)
  })
  const isOfConsole = path.startsWith('/api/')
  const base =
    isOfConsole && options.consoleUrl !== undefined
      ? readServiceAddress('consoleUrl', options.consoleUrl)
      : readServiceAddress('url', options.url)
  const headers = new Headers(credentialHeader(options, isOfConsole ? 'integrationSecret' : 'apiKey', name))
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(rest))
      if (value !== undefined) query.set(key, printValue(value))
    const search = query.size === 0 ? '' : `?${query.toString()}`
    return { url: base + path + search, init: { method, headers } }
  }
  headers.set('content-type', 'application/json')
  if (method === 'POST') headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID())
  return { url: base + path, init: { method, headers, body: JSON.stringify(rest) } }
}

function printValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
