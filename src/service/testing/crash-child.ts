import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { executeRequestSchema, type ExecuteRequest } from '#protocol/transactions.ts'
import { createWalletRequestSchema, type CreateWalletRequest } from '#protocol/wallets.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { encodeDeployCall, openFactory } from '#service/chain/factory-contract.ts'
import { quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { Context } from '#service/context.ts'
import { createStreams } from '#service/create-service.ts'
import { createMetrics } from '#service/http/metrics.ts'
import { openDatabase } from '#service/db/open-database.ts'
import type { Mail } from '#service/email/mailer.ts'
import { requestEmailVerification } from '#service/email/request-verification.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { createProofReader } from '#service/organizations/proof-reader.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { registerDomain } from '#service/organizations/domains.ts'
import { createRelay } from '#service/relayer/create-relay.ts'
import type { FailpointName } from '#service/relayer/relay-parts.ts'
import { loadRelayerKey } from '#service/relayer/relayer-key.ts'
import { sendAndWait } from '#service/relayer/relay.ts'
import { deployDemoTokens, encodeMint } from '#service/sandbox/demo-tokens.ts'
import { openSandboxChain } from '#service/sandbox/open-sandbox-chain.ts'
import { executeTransaction } from '#service/execution/execute-transaction.ts'
import { recordTransactionOutcomes } from '#service/execution/record-relay-outcomes.ts'
import { createWallet } from '#service/wallets/create-wallet.ts'
import { recordDeployment } from '#service/wallets/deploy-wallet.ts'
import { createLiveEvents } from '#service/webhooks/live-events.ts'
import { PROCESS_SETTINGS } from './process-settings.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from './software-passkey.ts'
import { walletRow } from './stored-rows.ts'
import { coinTransfer, expirationIn, keyOf, signedRequest } from './wallet-requests.ts'

/**
 * A service process for the crash tests: `crash-child <data folder> <failpoint> <hits>`. It waits until
 * everything an earlier process left is settled and prints a report of it; then it executes transfers, prints
 * each answer, and ends itself with kill -9 when the failpoint is reached for the given time. With the
 * failpoint `none` it ends in order after the report.
 */
const [dataDir = '', failpointName = 'none', hitsText = '1'] = process.argv.slice(2)

const RECEIVER: Address = '0x00000000000000000000000000000000000c0111'
const COINS = 1_000_000n
const DOMAIN = 'localhost'
const PARALLEL = 4
const memorySchema = z.object({ organizationId: z.string(), passkey: z.record(z.string(), z.unknown()) })

const askedSchema = z.object({ kind: z.enum(['execute', 'create']), body: z.unknown() })

const mails: Mail[] = []
const log = pino({ level: 'warn' }, pino.destination(2))
const clock = { now: () => new Date() }
let hitsLeft = Number(hitsText)
let bursting = false

function failpoint(name: FailpointName): void {
  if (!bursting || name !== failpointName) return
  hitsLeft -= 1
  if (hitsLeft === 0) process.kill(process.pid, 'SIGKILL')
}

function say(line: Record<string, unknown>): void {
  // Written at once, because the process may not live to write it later.
  writeFileSync(1, `${JSON.stringify(line)}\n`)
}

const { db, notifications, close } = await openDatabase({ dataDir, log })
const relayerKey = await loadRelayerKey({ dataDir })
const connection = await openSandboxChain({ dataDir, relayer: privateKeyToAccount(relayerKey).address, log })
say({ kind: 'chain', pid: connection.pid() })
const relay = createRelay({
  db,
  chain: connection,
  clock,
  log,
  signers: [privateKeyToAccount(relayerKey)],
  settings: { sweepMs: 200 },
  handlers: {
    wallet: {
      settled: async (trx, outcomes) => {
        for (const outcome of outcomes) await recordDeployment(clock, trx, outcome)
      },
    },
    transaction: { settled: (trx, outcomes) => recordTransactionOutcomes(clock, trx, outcomes) },
  },
  failpoint,
})
await relay.start()
const chain = await openFactory({
  db,
  chain: connection,
  send: sendAndWait(relay, 'deployment'),
  now: clock.now(),
})
const tokens = await deployDemoTokens(chain, sendAndWait(relay, 'deployment'))
const metrics = createMetrics({ log })
const ctx: Context = {
  db,
  notifications,
  liveEvents: createLiveEvents({ db, notifications, log }),
  streams: createStreams({ db, clock, log, metrics }),
  chain,
  relay,
  clock,
  log,
  mailer: { send: async (mail) => void mails.push(mail) },
  proofReader: createProofReader(),
  settings: PROCESS_SETTINGS,
  metrics,
}
const { organizationId, passkey } = await remembered()
const wallet = walletAddress({ factory: chain.factory, ...passkey })
await settleAll()
say({ kind: 'report', ...(await report()) })
await repeatCutOff()
if (failpointName === 'none') {
  await relay.stop()
  await connection.close()
  await close()
} else {
  bursting = true
  const executes = Array.from({ length: PARALLEL }, (_, lane) => executeForEver(lane))
  await Promise.all([...executes, createForEver()])
}

/** What a client does that got no answer: the same requests once more, as the parent noted them down. */
async function repeatCutOff(): Promise<void> {
  const path = join(dataDir, 'repeat.json')
  if (!existsSync(path)) return
  const cutOff = z.parse(z.array(askedSchema), JSON.parse(readFileSync(path, 'utf8')))
  for (const { kind, body } of cutOff) {
    if (kind === 'execute') await askExecute(z.parse(executeRequestSchema, body))
    else await askCreate(z.parse(createWalletRequestSchema, body)).catch(unlessCreated)
  }
}

/** Only the answer was lost: to the service the creation is over, and a repetition is another request. */
function unlessCreated(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'WALLET_ALREADY_DEPLOYED') throw error
}

async function askExecute(body: ExecuteRequest): Promise<void> {
  const name = body.expiration
  say({ kind: 'asked', name, asked: { kind: 'execute', body } })
  const answer = await executeTransaction(ctx, { organizationId, keyId: 'none' }, { body })
  say({ kind: 'answered', name, ...answer })
}

async function askCreate(body: CreateWalletRequest): Promise<void> {
  const name = body.qx
  say({ kind: 'asked', name, asked: { kind: 'create', body } })
  const answer = await createWallet(ctx, { organizationId, keyId: 'none' }, { body })
  say({ kind: 'answered', name, ...answer })
}

async function createForEver(): Promise<never> {
  for (;;) {
    const key = keyOf(createSoftwarePasskey(DOMAIN))
    const email = `${key.qx.slice(0, 12)}@example.com`
    await requestEmailVerification(ctx, { organizationId, keyId: 'none' }, { body: { email } })
    const verificationCode = /\b[0-9]{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
    await askCreate({ ...key, email, verificationCode })
  }
}

async function executeForEver(lane: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    // One coin in each; the digests differ by expiration.
    const expiration = expirationIn(600 + round * PARALLEL + lane)
    const fields = { toAddress: tokens.erc20, expiration, ...coinTransfer(RECEIVER, 1n) }
    const body = signedRequest(chain.id, { address: wallet, passkey }, fields)
    await askExecute(body)
  }
}

/** The wallet's passkey and organization, made by the first process. */
async function remembered(): Promise<{ organizationId: string; passkey: SoftwarePasskey }> {
  const path = join(dataDir, 'crash-test.json')
  if (existsSync(path)) {
    const memory = z.parse(memorySchema, JSON.parse(readFileSync(path, 'utf8')))
    return { organizationId: memory.organizationId, passkey: createSoftwarePasskey(DOMAIN, memory.passkey) }
  }
  const made = createSoftwarePasskey(DOMAIN)
  const now = clock.now()
  const { id } = await createOrganization(db, { name: 'Demo', now })
  await registerDomain(db, { organizationId: id, domain: DOMAIN, now })
  await deployWallet(id, made)
  writeFileSync(path, JSON.stringify({ organizationId: id, passkey: made.jwk }))
  return { organizationId: id, passkey: made }
}

async function deployWallet(organization: string, made: SoftwarePasskey): Promise<void> {
  const address = walletAddress({ factory: chain.factory, ...made })
  const send = sendAndWait(relay, 'deployment')
  await send({ to: chain.factory, data: encodeDeployCall(made) })
  await send({ to: tokens.erc20, data: encodeMint({ standard: 'erc20', to: address, amount: COINS }) })
  const row = walletRow({
    organization_id: organization,
    address: address.toLowerCase(),
    qx: made.qxHex,
    qy: made.qyHex,
    rp_id_hash: made.rpIdHash,
  })
  await db.insertInto('wallets').values(row).execute()
}

/** Everything an earlier process left must come to an end by itself. */
async function settleAll(): Promise<void> {
  const open = await db
    .selectFrom('relayed_transactions')
    .select('id')
    .where('status', '=', 'signed')
    .execute()
  for (const { id } of open) {
    if ((await relay.outcome(id, 30_000)) === undefined) say({ kind: 'unsettled', id })
  }
}

async function report(): Promise<Record<string, unknown>> {
  const transactions = await db
    .selectFrom('transactions')
    .select(['state', 'transaction_hash', 'relayed_id'])
    .execute()
  const relayed = await db
    .selectFrom('relayed_transactions')
    .select(['nonce', 'status', 'purpose'])
    .orderBy('nonce')
    .execute()
  const mined = await Promise.all(
    transactions.map(async ({ transaction_hash: hash }) => {
      const receipt = await chain.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])
      return receipt?.status === 1n
    }),
  )
  const count = await chain.rpc.request(quantitySchema, 'eth_getTransactionCount', [
    privateKeyToAccount(relayerKey).address,
    'latest',
  ])
  return {
    received: String(await readErc20Balance(chain, tokens.erc20, RECEIVER)),
    kept: String(await readErc20Balance(chain, tokens.erc20, wallet)),
    states: transactions.map(({ state }) => state),
    hashes: transactions.map(({ transaction_hash: hash }): Hex | null => hash),
    mined: mined.filter(Boolean).length,
    wallets: await walletsReport(),
    nonces: relayed.map(({ nonce }) => nonce),
    open: relayed.filter(({ status }) => status === 'signed').length,
    chainNonce: Number(count),
  }
}

/** The created wallets, and how many of them stand on the chain. */
async function walletsReport(): Promise<{ stored: string[]; deployed: number; spentCodes: number }> {
  const rows = await db
    .selectFrom('wallets')
    .select(['address', 'status', 'verification_id'])
    .where('creation_hmac', '<>', '')
    .execute()
  const stand = await Promise.all(rows.map((row) => isDeployed(chain, addressOf(row.address))))
  const spent = await db
    .selectFrom('verification_codes')
    .select('id')
    .where('spent_at', 'is not', null)
    .execute()
  return {
    stored: rows.map((row) => `${row.address} ${row.status}`),
    deployed: stand.filter(Boolean).length,
    spentCodes: spent.length,
  }
}

function addressOf(text: string): Address {
  return `0x${text.slice(2)}`
}
