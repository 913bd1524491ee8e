import { Pool } from 'undici'
import * as z from 'zod/mini'
import { ERRORS } from '#protocol/errors.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { doesNodeSay } from './call-sentences.ts'
import { isGatewayFault } from './gateway-fault.ts'
import { readPoolSentence } from './pool-sentences.ts'
import { NotJsonError, readAnswer, RedirectedError, type JsonAnswer } from './read-answer.ts'

/** A JSON-RPC peer. The schema parses the result. A result of another shape is CHAIN_FAILED. */
export type Rpc = {
  /**
   * @throws RpcError, which is also a CHAIN_FAILED, if the node refuses the request
   * @throws ApiError CHAIN_FAILED if the node cannot be reached or its response is invalid; CHAIN_TIMEOUT if the node
   * does not respond in time
   */
  request: <Schema extends z.ZodMiniType>(
    schema: Schema,
    method: string,
    params: readonly unknown[],
  ) => Promise<z.infer<Schema>>
}

/**
 * The node understood the request and refused it. `rpcMessage` is the node's own text, not for the public.
 * `httpStatus` is the status of the response.
 */
export class RpcError extends ApiError {
  override name = 'RpcError'
  readonly method: string
  readonly rpcCode: number
  readonly rpcMessage: string
  readonly data: unknown
  readonly httpStatus: number

  constructor(
    method: string,
    error: { code: number; message: string; data?: unknown },
    httpStatus: number = 200,
  ) {
    super('CHAIN_FAILED', ERRORS.CHAIN_FAILED.message(), {
      cause: new Error(`${method}: ${error.message} (${error.code})`),
    })
    this.method = method
    this.rpcCode = error.code
    this.rpcMessage = error.message
    this.data = error.data
    this.httpStatus = httpStatus
  }
}

/** The node's response does not have the shape of the method. */
export class UnexpectedAnswer extends ApiError {
  override name = 'UnexpectedAnswer'
  readonly method: string

  constructor(method: string, cause: Error) {
    super('CHAIN_FAILED', ERRORS.CHAIN_FAILED.message(), {
      cause: new Error(`${method} returned an unexpected shape`, { cause }),
    })
    this.method = method
  }
}

/** The node's response to this request is not JSON. Some gateways respond so to methods that they do not serve. */
export class NotServedAnswer extends ApiError {
  override name = 'NotServedAnswer'
  readonly httpStatus: number

  constructor(method: string, cause: NotJsonError) {
    super('CHAIN_FAILED', ERRORS.CHAIN_FAILED.message(), { cause: unreachable(method, cause) })
    this.httpStatus = cause.status
  }
}

/** The provider refused the request without JSON, and with a status that means that the caller is over its limit. */
export class OverLimitAnswer extends ApiError {
  override name = 'OverLimitAnswer'

  constructor(method: string, cause: NotJsonError) {
    super('CHAIN_FAILED', ERRORS.CHAIN_FAILED.message(), { cause: unreachable(method, cause) })
  }
}

export type RpcOptions = {
  /** May contain a user, a password or a key in its path, so it is never logged. */
  url: string
  timeoutMs?: number
  connections?: number
  answerBytesMax?: number
  /** Retries once if the connection broke. False for requests that must not be repeated. */
  retry?: boolean
}

export type RpcClient = Rpc & { close: () => Promise<void> }

export const TIMEOUT_MS = 10_000
const CONNECTIONS = 16
const ANSWER_BYTES_MAX = 16 * 1024 * 1024

const toCode = (code: unknown): number => (Number.isSafeInteger(Number(code)) ? Number(code) : 0)
const toText = (message: unknown): string => (typeof message === 'string' ? message : '')

/** An error of JSON-RPC. Gateways omit parts of it, or send the code as text. Code 0 has no meaning in JSON-RPC. */
const errorSchema = z.object({
  code: z._default(z.pipe(z.unknown(), z.transform(toCode)), 0),
  message: z._default(z.pipe(z.unknown(), z.transform(toText)), ''),
  data: z.optional(z.unknown()),
})

const answerSchema = z.object({
  jsonrpc: z.optional(z.unknown()),
  error: z.nullish(errorSchema),
  result: z.optional(z.unknown()),
})

const wordsSchema = z.object({ message: z.optional(z.unknown()), error: z.optional(z.unknown()) })
const WORDS_LENGTH_MAX = 300

/**
 * Returns the message of a response that has neither a result nor an error of JSON-RPC, as an error for the log.
 * Gateways send such responses, sometimes with the version of JSON-RPC, for requests that they did not pass to the
 * node. Undefined if there is no message.
 */
function readGatewayWords(content: unknown): Error | undefined {
  const { message, error } = wordsSchema.safeParse(content).data ?? {}
  const words = [message, error].find((text) => typeof text === 'string')
  return words === undefined ? undefined : new Error(`the gateway says: ${words.slice(0, WORDS_LENGTH_MAX)}`)
}

/**
 * Returns the result of a response. Some nodes omit a result that is null (status-im/status-go 361). A response
 * without a result and without the version of JSON-RPC is not a JSON-RPC response, but for example a gateway's own.
 * Returns undefined for it.
 */
function readResult({ jsonrpc, result }: z.infer<typeof answerSchema>): unknown {
  return result === undefined && jsonrpc !== undefined ? null : result
}

/** Creates an RPC client over keep-alive connections. One deadline covers a request and its response. */
export function createRpc(options: RpcOptions): RpcClient {
  const url = new URL(options.url)
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const answerBytesMax = options.answerBytesMax ?? ANSWER_BYTES_MAX
  const pool = new Pool(url.origin, {
    connections: options.connections ?? CONNECTIONS,
    connect: { timeout: timeoutMs },
    maxResponseSize: answerBytesMax,
  })
  const path = `${url.pathname}${url.search}`
  const headers = { 'content-type': 'application/json', ...authorization(url) }

  async function post(method: string, params: readonly unknown[]): Promise<JsonAnswer> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const signal = AbortSignal.timeout(timeoutMs)
    const send = async () =>
      readAnswer(await pool.request({ method: 'POST', path, headers, body, signal }), answerBytesMax)
    try {
      return await send().catch((cause: unknown) => {
        if (options.retry === false || !isBrokenConnection(cause)) throw cause
        return send()
      })
    } catch (cause) {
      if (cause instanceof NotJsonError && LIMIT_STATUSES.has(cause.status))
        throw new OverLimitAnswer(method, cause)
      if (cause instanceof NotJsonError && !isOfTheNode(cause.status))
        throw new NotServedAnswer(method, cause)
      const isLate = cause instanceof Error && TIMEOUTS.has(cause.name)
      throw apiError(isLate ? 'CHAIN_TIMEOUT' : 'CHAIN_FAILED', { cause: unreachable(method, cause) })
    }
  }

  return {
    request: async (schema, method, params) => {
      const { status, content } = await post(method, params)
      const answer = answerSchema.safeParse(content)
      if (!answer.success) throw new UnexpectedAnswer(method, readGatewayWords(content) ?? answer.error)
      if (answer.data.error) throw new RpcError(method, answer.data.error, status)
      const words = answer.data.result === undefined ? readGatewayWords(content) : undefined
      if (words !== undefined) throw new UnexpectedAnswer(method, words)
      const result = schema.safeParse(readResult(answer.data))
      if (!result.success) throw new UnexpectedAnswer(method, result.error)
      return result.data
    },
    close: () => pool.destroy(),
  }
}

function authorization(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {}
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** Names of the errors of `AbortSignal.timeout` and of undici's own timeouts. */
const TIMEOUTS: ReadonlySet<string> = new Set([
  'TimeoutError',
  'ConnectTimeoutError',
  'HeadersTimeoutError',
  'BodyTimeoutError',
])

/** Statuses of a provider that is over its limit: 402 (not paid) and 429 (too many requests). */
const LIMIT_STATUSES: ReadonlySet<number> = new Set([402, 429])

/** Statuses for a missing or wrong key, or for a key that does not allow the request. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403])

/** Whether a status says that the node is busy or down, and nothing about the request. */
function isOfTheNode(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501)
}

/** Whether the node closed a keep-alive connection during the request. */
function isBrokenConnection(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** Describes a transport error for the log by its kind, because its text may contain the node's URL. */
function unreachable(method: string, cause: unknown): Error {
  if (cause instanceof RedirectedError) return cause
  if (cause instanceof NotJsonError) return new Error(`${method} did not return JSON: ${cause.message}`)
  const kind = cause instanceof Error ? cause.name : 'unknown'
  const code = cause instanceof Error && 'code' in cause ? ` ${String(cause.code)}` : ''
  return new Error(`${method} got no usable response: ${kind}${code}`)
}

/** JSON-RPC and EIP-1474 codes for a method that does not exist or is not allowed. */
const NO_METHOD_CODES: ReadonlySet<number> = new Set([-32_601, -32_604, -32_004])

/**
 * Error codes of a provider that is over its limit. Other codes mean that the request is wrong. Source: EIP-1474. For
 * Alchemy and QuickNode: latticexyz/mud issue 1522 and their documentation.
 */
const LIMIT_CODES: ReadonlySet<number> = new Set([-32_005, 429, -32_007, -32_012])

/**
 * Returns whether another provider may serve a request that this provider failed to serve: after a timeout, an
 * invalid response, or a refusal whose cause is the provider.
 */
export function isProvidersFault(error: unknown): boolean {
  if (!(error instanceof RpcError) || isAccessRefused(error)) return true
  const { rpcMessage, data } = error
  // A node's message about the transaction may also mention a limit, but every provider would return it.
  const { verdict } = readPoolSentence(rpcMessage)
  if (verdict !== 'unknown') return verdict === 'busy'
  if (data !== undefined) return isGatewayFault(data)
  return saysOverLimit(error) || PROVIDER_SENTENCES.some((sentence) => doesNodeSay(sentence, rpcMessage))
}

const PROVIDER_SENTENCES = ['cannotAnswer', 'crashed', 'noUpstream', 'oldBlocks'] as const

/** Returns whether a node or its provider does not serve the method of a request, whatever its parameters are. */
export function isMethodMissing(error: RpcError): boolean {
  if (isGatewayFault(error.data)) return false
  return NO_METHOD_CODES.has(error.rpcCode) || doesNodeSay('noMethod', error.rpcMessage)
}

/** Returns whether a provider does not admit the caller, for example because the key in its address is wrong. */
export function isAccessRefused(error: unknown): boolean {
  // Some providers refuse one method, or old blocks, with these statuses.
  if (error instanceof RpcError && (isMethodMissing(error) || doesNodeSay('oldBlocks', error.rpcMessage)))
    return false
  const isResponse = error instanceof RpcError || error instanceof NotServedAnswer
  return isResponse && REFUSED_STATUSES.has(error.httpStatus)
}

/** Returns whether a provider did not serve a request because the caller is over its limit. */
export function isOverLimit(error: unknown): boolean {
  if (error instanceof OverLimitAnswer) return true
  return error instanceof RpcError && isProvidersFault(error) && saysOverLimit(error)
}

function saysOverLimit({ rpcCode, rpcMessage }: RpcError): boolean {
  return LIMIT_CODES.has(rpcCode) || doesNodeSay('usedUp', rpcMessage) || doesNodeSay('overLimit', rpcMessage)
}
