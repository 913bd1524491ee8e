import type { Address } from 'viem'
import { type WidgetAddresses, widgetLookUpRequestSchema } from '#protocol/addresses.ts'
import { checkVerificationSchema, predictWalletRequestSchema } from '#protocol/create-wallet.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { executeRequestSchema } from '#protocol/execute-transaction.ts'
import { parsePublicKey } from '#protocol/passkey/public-key.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { resolveTokenRequestSchema } from '#protocol/tokens.ts'
import { widgetCreateWalletRequestSchema } from '#protocol/widget-api.ts'
import { envelope, refusal } from './envelope.ts'
import { CHAIN_ID, computeDigest, signatureProblem } from './judge-execution.ts'
import { messageApproval } from './message-approval.ts'
import { PREPARE_ROUTES } from './prepare-answers.ts'
import { COIN, COLLECTION, FACTORY, FEE_RECEIVER, type ServerState } from './server-state.ts'
import { balances } from './stand-in-balances.ts'
import { walletDetails } from './stand-in-wallet.ts'

/*
 * A stand-in for the BFF's `/api/widget`, for the widget's own tests. It stores a few maps, validates
 * requests like the service, and lets a test change any response (`tamper`). The real BFF is tested in e2e/.
 */

/** The stand-in as a `fetch`. */
export function standIn(server: ServerState): (url: string, init: RequestInit) => Promise<Response> {
  const times = new Map<string, number>()
  return async (url, init) => {
    const { pathname, search: query } = new URL(url)
    const path = pathname.replace('/api/widget', '')
    const line = `${init.method ?? 'GET'} ${path}`
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    server.requests.push({ line, query, body, headers })
    const time = (times.get(line) ?? 0) + 1
    times.set(line, time)
    const interrupted = server.interrupt(line, time)
    if (interrupted === 'lost') throw new TypeError('Failed to fetch')
    if (interrupted !== undefined) return interrupted
    if (headers.get('authorization') !== `Bearer ${server.validToken}`) {
      return refusal(401, 'WIDGET_TOKEN_EXPIRED')
    }
    const answer = await respond(server, { path, query, line }, body)
    const date = new Date(server.nowMs()).toUTCString()
    if (answer instanceof Response) return answer
    const changed = server.tamper(line, answer)
    return changed instanceof Response ? changed : envelope(200, changed, { date })
  }
}

async function respond(
  server: ServerState,
  { path, query, line }: { path: string; query: string; line: string },
  body: unknown,
): Promise<unknown> {
  const prepare = PREPARE_ROUTES[line]
  if (prepare !== undefined) return prepare(body)
  const handle = ROUTES[line]
  // A held wallet's user has enrolled.
  if (line === 'GET /wallets' && query === '?approver=enrolled' && !server.held) return []
  if (handle !== undefined) return handle(server, body)
  if (!server.extensions) return refusal(404, 'NOT_FOUND')
  const balancesOf = /^\/wallets\/(0x[0-9a-fA-F]{40})\/balances$/.exec(path)?.[1]
  if (balancesOf !== undefined) return balances(server, COIN, balancesOf, query)
  const ofWallet = /^(GET|POST) \/wallets\/(0x[0-9a-fA-F]{40})(\/\w[\w-]*)?$/.exec(line)
  if (ofWallet !== null) return walletPath(server, ofWallet[2] ?? '', ofWallet[3] ?? '')
  if (path.startsWith('/messages/')) return messageApproval(server)
  if (path.startsWith('/transactions')) {
    const digest = new URLSearchParams(query).get('digest')
    const known = server.executed.filter((executed) => digest === null || executed.digest === digest)
    const list = known.map((executed) => transaction(server, executed))
    if (path === '/transactions') return list.toReversed()
    return list.find(({ transactionUuid }) => path.endsWith(transactionUuid)) ?? refusal(404, 'NOT_FOUND')
  }
  return refusal(404, 'NOT_FOUND')
}

const ROUTES: Record<string, (server: ServerState, body: unknown) => unknown> = {
  'GET /config': (server) => ({
    chainId: CHAIN_ID,
    factory: FACTORY,
    fee: server.fee,
    operations: server.operations,
    organizationName: 'Demo',
    externalUserId: 'user-1',
    ...(server.email === undefined ? {} : { email: server.email }),
    approvalUrl: 'https://wallets.example/approve',
    ...(server.messageStatuses && { holdsMessages: true }),
    expiresAt: new Date(server.nowMs() + 600_000).toISOString(),
    serverTimeSeconds: Math.floor(server.nowMs() / 1000),
  }),
  'GET /brand': ({ brand }) => brand,
  'GET /wallets': (server) =>
    server.wallets.map((wallet, index) => ({
      id: String(index),
      externalUserId: 'user-1',
      externalUserLabel: '',
      createdAtDatetime: '2026-11-21T00:00:00Z',
      ...wallet,
    })),
  'POST /wallets/request-email-verification': (server) => ({
    success: true,
    expiresAt: new Date(server.nowMs() + server.codeLifetimeMs).toISOString(),
  }),
  'POST /wallets/check-verification': ({ code }, body) =>
    checkVerificationSchema.parse(body).verificationCode === code
      ? { success: true }
      : refusal(400, 'INVALID_VERIFICATION_CODE'),
  'POST /wallets/predict': (server, body) => predict(server, body),
  'POST /wallets': (server, body) => create(server, body),
  'POST /messages/review': ({ messageReview = refusal(404, 'NOT_FOUND') }) => messageReview,
  'POST /messages': (server) => messageApproval(server),
  'POST /addresses/lookup': (_world, body) => lookedUp(body),
  'GET /descriptors': ({ registry }) => registry,
  'GET /tokens/allowed': () => [
    { id: '1', address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, logoUrl: '' },
    { id: '2', address: FEE_RECEIVER, name: 'A collection', symbol: 'ITEM', decimals: 0, logoUrl: '' },
  ],
  'POST /tokens/resolve': (_world, body) =>
    sameAddress(resolveTokenRequestSchema.parse(body).address, COLLECTION)
      ? refusal(400, 'TOKEN_UNREADABLE')
      : { address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6 },
  'POST /transactions/simulate': ({ simulated = refusal(404, 'NOT_FOUND') }) => simulated,
  'POST /transactions/execute': (server, body) => execute(server, body),
}

/** Lookup response without facts and without a last use for any address. */
function lookedUp(body: unknown): WidgetAddresses {
  const { addresses } = widgetLookUpRequestSchema.parse(body)
  return { addresses: addresses.map((address) => ({ address, payeeName: null, looksLike: null })) }
}

function deriveAddress(body: { qx: string; qy: string; rpIdHash: string }): Address {
  const { x, y } = parsePublicKey(body.qx, body.qy)
  return walletAddress({ factory: FACTORY, qx: x, qy: y, rpIdHash: `0x${body.rpIdHash.slice(2)}` })
}

function predict(server: ServerState, body: unknown) {
  const address = deriveAddress(predictWalletRequestSchema.parse(body))
  const balance = server.balances.get(address) ?? 0n
  const amount = BigInt(server.fee?.amountPerTransaction ?? '0')
  return {
    address,
    deployed: server.wallets.some((wallet) => sameAddress(wallet.address, address)),
    fee: {
      required: server.fee !== null,
      tokenAddress: COIN,
      tokenSymbol: 'DEMO',
      tokenDecimals: 6,
      amountPerTransaction: amount.toString(),
      currentBalance: balance.toString(),
      sufficient: balance >= amount,
    },
  }
}

function create(server: ServerState, body: unknown) {
  const request = widgetCreateWalletRequestSchema.parse(body)
  const address = deriveAddress(request)
  if (server.wallets.some((wallet) => sameAddress(wallet.address, address))) {
    return refusal(400, 'WALLET_ALREADY_DEPLOYED')
  }
  if (request.verificationCode !== server.code) return refusal(400, 'INVALID_VERIFICATION_CODE')
  const { qx, qy, credentialId, rpId, label = '' } = request
  server.wallets.push({ address, label, passkey: { credentialId, qx, qy, rpId } })
  return { address, label, transactionHash: `0x${'ab'.repeat(32)}` }
}

/** Reads a wallet, names its passkey, or finishes its recovery. */
function walletPath(server: ServerState, address: string, path: string): unknown {
  const wallet = server.wallets.find((one) => sameAddress(one.address, address))
  if (wallet === undefined) return refusal(403, 'WALLET_NOT_OWNED')
  const chain = server.onChain.get(address.toLowerCase()) ?? {}
  if (path === '/passkey') return { success: true }
  if (path === '/finish-recovery') {
    const { pending, ...rest } = chain
    if (pending !== undefined) server.onChain.set(address.toLowerCase(), { ...rest, key: pending })
    return { success: true, transactionHash: HASH }
  }
  return walletDetails(wallet, chain)
}

async function execute(server: ServerState, body: unknown): Promise<unknown> {
  const request = executeRequestSchema.parse(body)
  const digest = computeDigest(request)
  const known = server.executed.some((executed) => executed.digest === digest)
  const problem = known ? undefined : await signatureProblem(server.wallets, request, digest)
  if (problem !== undefined) return refusal(400, 'INVALID_SIGNATURE', problem)
  // A held call can be approved until 60 s before its expiration (profile 8).
  if (!known && server.held && Number(request.expiration) - 60 <= server.nowMs() / 1000)
    return refusal(400, 'APPROVAL_TIME_TOO_SHORT')
  if (!known) server.executed.push({ request, digest })
  return server.held
    ? { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: findUuid(server, digest) }
    : { success: true, transactionHash: HASH }
}

/** The uuid of a call, derived from its position among the executed calls. */
function findUuid({ executed }: ServerState, wanted: string): string {
  const index = executed.findIndex(({ digest }) => digest === wanted)
  return `0b5b3c0e-7a55-4a3e-9c52-0d5b4b0a9a${11 + index}`
}
const HASH = `0x${'cd'.repeat(32)}`

const ENDED = /CONFIRMED|FAILED|REJECTED|EXPIRED|CANCELLED/

/** A transaction's record. Each poll gets the next of `statuses`, until it has ended. */
function transaction(server: ServerState, executed: ServerState['executed'][number]) {
  const { digest, request, ended } = executed
  const [next = 'CONFIRMED'] = server.statuses
  const status = ended ?? next
  if (ended === undefined && server.statuses.length > 1) server.statuses.shift()
  if (ENDED.test(status) && server.facts['executableUntil'] === undefined) executed.ended = status
  const isHeld = status === 'PENDING_USER_APPROVAL'
  return {
    ...request,
    data: resolveCalldata(request),
    transactionUuid: findUuid(server, digest),
    status,
    digest,
    ...(server.held && {
      approval: {
        ...(isHeld && { number: 42 }),
        expiresAtDatetime: new Date(server.nowMs() + server.openMs).toISOString(),
      },
    }),
    ...(status === 'PENDING_USER_APPROVAL' ? {} : { transactionHash: HASH }),
    ...(status === 'FAILED' ? { reason: 'ERC20: insufficient balance' } : {}),
    ...server.facts,
  }
}
