import type { Wallet } from '#protocol/wallets.ts'

export type SeenRequest = { method: string; path: string; query: string; headers: Headers; body: unknown }
type Answer = { status?: number; content?: unknown; headers?: Record<string, string>; text?: string }
type Handler = (request: SeenRequest) => Answer | Promise<Answer>

export const FACTORY = '0x00000000000000000000000000000000000000Fa'
export const TOKEN = '0x00000000000000000000000000000000000000C0'
export const HASH = `0x${'ab'.repeat(32)}`

export const PREDICTED = '0xA1A1a1A1a1A1A1A1A1a1a1a1a1A1A1a1A1a1a1A1'
export const FREE = {
  required: false,
  tokenAddress: TOKEN,
  tokenSymbol: 'C',
  tokenDecimals: 6,
  amountPerTransaction: '0',
  currentBalance: '0',
  sufficient: true,
}

/** A stand-in for the service. It returns content in the envelope. Each test may change its routes. */
export type UpstreamStandIn = {
  fetch: (request: Request) => Promise<Response>
  seen: SeenRequest[]
  wallets: Wallet[]
  /** Sets a handler: `on('GET /v1/baas/config', …)`. A path may end in `*`. */
  on: (route: string, handler: Handler) => void
  answers: (route: string, content: unknown) => void
  refuses: (route: string, status: number, content: unknown) => void
  /** Breaks the connection before the request was sent (`ECONNREFUSED`) or after it. */
  fails: (route: string, code: string) => void
  reset: () => void
}

export function createUpstreamStandIn(): UpstreamStandIn {
  const seen: SeenRequest[] = []
  const wallets: Wallet[] = []
  const overrides = new Map<string, Handler>()
  const defaults = defaultHandlers(wallets)
  return {
    seen,
    wallets,
    on: (route, handler) => void overrides.set(route, handler),
    answers: (route, content) => void overrides.set(route, () => ({ content })),
    refuses: (route, status, content) => void overrides.set(route, () => ({ status, content })),
    fails: (route, code) =>
      void overrides.set(route, () => {
        throw Object.assign(new Error('the connection broke'), { code })
      }),
    reset() {
      seen.length = 0
      wallets.length = 0
      overrides.clear()
    },
    async fetch(request) {
      const url = new URL(request.url)
      const text = await request.text()
      const { method, headers } = request
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      const seenRequest = { method, path: url.pathname, query: url.search, headers, body }
      seen.push(seenRequest)
      const route = `${method} ${url.pathname}`
      const handler = find(overrides, route) ?? find(defaults, route)
      const answer = (await handler?.(seenRequest)) ?? {
        status: 404,
        content: { message: 'Not found', code: 'NOT_FOUND' },
      }
      const { status = 200 } = answer
      return new Response(answer.text ?? JSON.stringify({ statusCode: status, content: answer.content }), {
        status,
        headers: { 'content-type': 'application/json', ...answer.headers },
      })
    },
  }
}

function find(handlers: Map<string, Handler>, route: string): Handler | undefined {
  const wildcard = [...handlers.keys()].find((key) => key.endsWith('*') && route.startsWith(key.slice(0, -1)))
  return handlers.get(route) ?? (wildcard === undefined ? undefined : handlers.get(wildcard))
}

function defaultHandlers(wallets: Wallet[]): Map<string, Handler> {
  const expiresAt = '2026-11-21T10:10:00.000Z'
  return new Map<string, Handler>([
    [
      'GET /v1/baas/config',
      () => ({
        content: { profile: 1, chainId: 31337, factory: FACTORY, fee: null, approvalUrl: '', features: [] },
      }),
    ],
    ['GET /v1/baas/wallets', ({ query }) => ({ content: filtered(wallets, new URLSearchParams(query)) })],
    [
      'POST /v1/baas/wallets/predict',
      () => ({ content: { address: PREDICTED, deployed: false, fee: FREE } }),
    ],
    ['POST /v1/baas/wallets/request-email-verification', () => ({ content: { success: true, expiresAt } })],
    ['GET /v1/baas/wallets/pending-verification', () => ({ content: { pending: true, expiresAt } })],
    ['GET /v1/baas/tokens/allowed', () => ({ content: [] })],
    ['POST /v1/baas/transactions/execute', () => ({ content: { success: true, transactionHash: HASH } })],
    [
      'POST /v1/baas/tokens/erc20/transfer',
      () => ({
        content: {
          success: true,
          toAddress: TOKEN,
          txObject: { functionSignature: 'transfer(address,uint256)', params: [] },
        },
      }),
    ],
    ['GET /v1/org/keys', () => ({ content: [] })],
  ])
}

function filtered(wallets: Wallet[], query: URLSearchParams): Wallet[] {
  const user = query.get('externalUserId')
  const text = query.get('q')?.toLowerCase()
  return wallets.filter(
    (wallet) =>
      (user === null || wallet.externalUserId === user) &&
      (text === undefined || [wallet.address, wallet.label].some((one) => one.toLowerCase().includes(text))),
  )
}

export function buildWallet(address: string, externalUserId = ''): Wallet {
  return {
    id: `id-${address}`,
    address,
    label: '',
    externalUserId,
    externalUserLabel: '',
    createdAtDatetime: '2026-11-20T10:00:00.000Z',
  }
}
