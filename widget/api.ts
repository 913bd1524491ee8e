import type * as z from 'zod/mini'
import type { PredictWalletRequest } from '#protocol/create-wallet.ts'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { PrepareBody } from '#protocol/operations.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { widgetCreateWalletRequestSchema } from '#protocol/widget-api.ts'
import * as answers from './answers.ts'
import { object, optional, orUndefined, text, type Check, type Checked } from './checks.ts'
import { DeadlineError, withDeadline } from './deadline.ts'
import { WidgetError, type WidgetErrorCode } from './errors.ts'
import { refusedTwice, type Session } from './session.ts'
import { isKnownCode } from './texts/messages.ts'

const REQUEST_DEADLINE_MS = 30_000
/**
 * Maximum time in seconds that the server may wait for news before it responds. Shorter than a proxy's
 * timeout.
 */
const NEWS_WAIT_SECONDS = 20

type Get = <Content>(path: string, check: Check<Content>, signal: AbortSignal) => Promise<Content>
type Post = <Content>(
  path: string,
  body: unknown,
  check: Check<Content>,
  signal: AbortSignal,
  idempotencyKey?: string,
) => Promise<Content>
/** The response that a check accepts. */
type Answer<Name extends keyof typeof answers> = Promise<Checked<(typeof answers)[Name]>>

export type WidgetApi = {
  get: Get
  post: Post
  /** With `?rpId=`, the server refuses a domain on which wallets cannot be created. */
  config: (signal: AbortSignal, query?: string) => Promise<answers.Config>
  wallets: (signal: AbortSignal) => Answer<'areWallets'>
  predict: (request: PredictWalletRequest, signal: AbortSignal) => Answer<'isPrediction'>
  requestCode: (email: string, signal: AbortSignal) => Answer<'isCodeSent'>
  checkCode: (email: string, verificationCode: string, signal: AbortSignal) => Promise<unknown>
  create: (request: CreateRequest, idempotencyKey: string, signal: AbortSignal) => Answer<'isCreated'>
  allowedTokens: (signal: AbortSignal) => Answer<'areAllowedTokens'>
  resolveToken: (address: string, signal: AbortSignal) => Answer<'isToken'>
  balances: (wallet: string, signal: AbortSignal) => Answer<'isBalances'>
  /** `path` is the path of a prepare endpoint below `/tokens/`. */
  prepare: (path: string, request: PrepareBody, signal: AbortSignal) => Answer<'isPrepared'>
  execute: (request: ExecuteRequest, signal: AbortSignal) => Answer<'isExecuted'>
  /** With a `known` status, the response comes when the status differs, or after a while. */
  transaction: (
    uuid: string,
    known: TransactionState | undefined,
    signal: AbortSignal,
  ) => Answer<'isTransaction'>
  /** The wallet's newest transactions, or the one with the given digest. */
  transactions: (wallet: string, signal: AbortSignal, digest?: string) => Answer<'areTransactions'>
  /** Converts a time by the server's clock to the device's clock, in milliseconds. */
  deviceMs: (serverMs: number) => number
}
type CreateRequest = z.infer<typeof widgetCreateWalletRequestSchema>

/** Dependencies of the API. `online` is the browser's state of the connection. */
export type ApiDeps = {
  /** Origin of the Latchkey server, without a path. */
  apiUrl: string
  session: Session
  /** The only chain that the server may report. Undefined allows any chain. */
  chainId?: string | undefined
  fetch: (url: string, init: RequestInit & { signal: AbortSignal }) => Promise<Response>
  now: () => number
  online: () => boolean
}

/**
 * Client of `/api/widget/*`. Uses the specification's paths with the widget token. Parses every response and
 * throws `UNEXPECTED_ANSWER` for anything unexpected, so that nothing unchecked reaches a signature.
 */
export function createWidgetApi(given: ApiDeps): WidgetApi {
  let aheadMs = 0
  const deps: CallDeps = {
    ...given,
    answered(date) {
      if (date > 0) aheadMs = date - given.now()
    },
  }
  const get: Get = (path, check, signal) => call(deps, { method: 'GET', path }, check, signal)
  const post: Post = (path, body, check, signal, idempotencyKey) =>
    call(deps, { method: 'POST', path, body: JSON.stringify(body), idempotencyKey }, check, signal)

  return {
    get,
    post,
    config: async (signal, query = '') =>
      onChain(await get(`/config${query}`, answers.isConfig, signal), given.chainId),
    wallets: (signal) => get('/wallets', answers.areWallets, signal),
    predict: (request, signal) => post('/wallets/predict', request, answers.isPrediction, signal),
    requestCode: (email, signal) =>
      post('/wallets/request-email-verification', { email }, answers.isCodeSent, signal),
    checkCode: (email, verificationCode, signal) =>
      post('/wallets/check-verification', { email, verificationCode }, isContent, signal),
    create: (request, idempotencyKey, signal) =>
      post('/wallets', request, answers.isCreated, signal, idempotencyKey),
    allowedTokens: (signal) => get('/tokens/allowed', answers.areAllowedTokens, signal),
    resolveToken: (address, signal) => post('/tokens/resolve', { address }, answers.isToken, signal),
    balances: (wallet, signal) => get(`/wallets/${wallet}/balances`, answers.isBalances, signal),
    prepare: (path, request, signal) => post(`/tokens/${path}`, request, answers.isPrepared, signal),
    execute: (request, signal) => post('/transactions/execute', request, answers.isExecuted, signal),
    transaction: (uuid, known, signal) =>
      get(
        `/transactions/${uuid}${known ? `?knownStatus=${known}&waitSeconds=${NEWS_WAIT_SECONDS}` : ''}`,
        answers.isTransaction,
        signal,
      ),
    transactions: (wallet, signal, digest) =>
      get(
        `/transactions?wallet=${wallet}&limit=20${digest ? `&digest=${digest}` : ''}`,
        answers.areTransactions,
        signal,
      ),
    deviceMs: (serverMs) => serverMs - aheadMs,
  }
}

/** @throws WidgetError `UNEXPECTED_ANSWER` if the server and the page name different chains */
function onChain(config: answers.Config, pinned = ''): answers.Config {
  if (pinned === '' || config.chainId === Number(pinned)) return config
  throw new WidgetError('UNEXPECTED_ANSWER', {
    detail: `chain-id ${pinned}, server ${config.chainId}`,
    reason: 'other-chain',
  })
}

/** `answered` receives the server's time of each response, or NaN if there is none. */
type CallDeps = ApiDeps & { answered: (serverMs: number) => void }
type Call = { method: 'GET' | 'POST'; path: string; body?: string; idempotencyKey?: string | undefined }
type RawAnswer = { status: number; content: unknown; retryAfter: string | null }

async function call<Content>(deps: CallDeps, request: Call, check: Check<Content>, signal: AbortSignal) {
  const token = await deps.session.token()
  let answer = await send(deps, request, token, signal)
  if (answer.status === 401) {
    const renewed = await deps.session.renew(token)
    answer = await send(deps, request, renewed, signal)
    if (answer.status === 401) throw refusedTwice(renewed)
  }
  if (answer.status < 200 || answer.status > 299) throw refusal(answer)
  if (check(answer.content)) return answer.content
  throw new WidgetError('UNEXPECTED_ANSWER', { detail: `${request.method} ${request.path.split('?')[0]}` })
}

async function send(deps: CallDeps, request: Call, token: string, signal: AbortSignal): Promise<RawAnswer> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
  try {
    return await withDeadline(signal, REQUEST_DEADLINE_MS, async (bounded) => {
      const answer = await deps.fetch(`${deps.apiUrl}/api/widget${request.path}`, {
        method: request.method,
        headers,
        body: request.body ?? null,
        signal: bounded,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
      })
      deps.answered(Date.parse(answer.headers.get('date') ?? ''))
      const body = await answer.text()
      // Undefined for anything but JSON, such as a gateway's HTML page.
      const envelope = orUndefined((): unknown => JSON.parse(body))
      return {
        status: answer.status,
        content: isEnvelope(envelope) ? envelope.content : undefined,
        retryAfter: answer.headers.get('retry-after'),
      }
    })
  } catch (cause) {
    if (signal.aborted) throw cause
    if (!deps.online()) throw new WidgetError('OFFLINE', { cause })
    const detail = cause instanceof DeadlineError ? cause.message : 'no connection, or CORS or CSP'
    throw new WidgetError('NETWORK_FAILED', { detail, cause })
  }
}

const isContent = (_input: unknown): _input is unknown => true
const isEnvelope = object<{ content: unknown }>({ content: isContent })

const isErrorContent = object({ message: text(), code: optional(text()) })

function refusal({ content, status, retryAfter }: RawAnswer): WidgetError {
  const seconds = Number(retryAfter)
  const error = isErrorContent(content) ? content : { message: `HTTP ${status}`, code: undefined }
  return new WidgetError(isKnownCode(error.code) ? error.code : codeOfStatus(status), {
    detail: error.message,
    refusedBy: error.code,
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  })
}

function codeOfStatus(status: number): WidgetErrorCode {
  if (status === 429) return 'RATE_LIMITED'
  if (status === 403) return 'OPERATION_NOT_ALLOWED'
  // 501 is the status of a hosted service without our extensions (profile 8).
  if (status === 404 || status === 501) return 'NOT_FOUND'
  if (status === 409) return 'CONFLICT'
  return status >= 500 ? 'UNAVAILABLE' : 'UNKNOWN'
}
