import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { createWalletRequestSchema, type CreateWalletRequest } from '#protocol/create-wallet.ts'
import { executeRequestSchema, type ExecuteRequest } from '#protocol/execute-transaction.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { encodeDeployCall } from '#service/chain/factory-contract.ts'
import { quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import { executeTransaction } from '#service/execution/execute-transaction.ts'
import { registerDomain } from '#service/organizations/domains.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { sendAndWait } from '#service/relayer/relay.ts'
import { deployDemoTokens, encodeMint } from '#service/sandbox/demo-tokens.ts'
import { createWallet } from '#service/wallets/create-wallet.ts'
import { remembered, say, startChildService } from './child-service.ts'
import { walletRow } from './stored-rows.ts'
import { coinTransfer, expirationIn, toKeyFields, signedRequest } from './wallet-requests.ts'

/**
 * A service process for the crash tests: `crash-child <data folder> <failpoint> <hits>`. It waits until the work of
 * earlier processes is settled and prints a report. Then it executes transfers, prints each response, and kills
 * itself with kill -9 when it has reached the failpoint as often as `hits` says. With the failpoint `none` it exits
 * normally after the report.
 */
const [dataDir = '', failpointName = 'none', hitsText = '1'] = process.argv.slice(2)

const RECEIVER: Address = '0x00000000000000000000000000000000000c0111'
const COINS = 1_000_000n
const DOMAIN = 'localhost'
const PARALLEL = 4
const askedSchema = z.object({ kind: z.enum(['execute', 'create']), body: z.unknown() })

let hitsLeft = Number(hitsText)
let bursting = false

const { ctx, relayer, chainPid, codeFor, stop } = await startChildService(dataDir, (name) => {
  if (!bursting || name !== failpointName) return
  hitsLeft -= 1
  if (hitsLeft === 0) process.kill(process.pid, 'SIGKILL')
})
const { db, chain, relay } = ctx
say({ kind: 'chain', pid: chainPid() })
const tokens = await deployDemoTokens(chain, sendAndWait(relay, 'deployment'))
const { text: organizationId, passkey } = await remembered({ dataDir, domain: DOMAIN }, newOrganization)
const caller = { organizationId, keyId: 'none' }
const wallet = walletAddress({ factory: chain.factory, ...passkey })
await settleAll()
say({ kind: 'report', ...(await report()) })
await repeatCutOff()
if (failpointName === 'none') await stop()
else {
  bursting = true
  const executes = Array.from({ length: PARALLEL }, (_, lane) => executeForEver(lane))
  await Promise.all([...executes, createForEver()])
}

/** Repeats the requests that got no response, as a client would. The parent process has stored them in a file. */
async function repeatCutOff(): Promise<void> {
  const path = join(dataDir, 'repeat.json')
  if (!existsSync(path)) return
  const cutOff = z.parse(z.array(askedSchema), JSON.parse(readFileSync(path, 'utf8')))
  for (const { kind, body } of cutOff) {
    if (kind === 'execute') await askExecute(z.parse(executeRequestSchema, body))
    else await askCreate(z.parse(createWalletRequestSchema, body)).catch(unlessCreated)
  }
}

/**
 * Ignores the error that the wallet already exists. The response to the first request was sent but lost, so the
 * repeated request is a new one.
 */
function unlessCreated(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'WALLET_ALREADY_DEPLOYED') throw error
}

async function askExecute(body: ExecuteRequest): Promise<void> {
  const name = body.expiration
  say({ kind: 'asked', name, asked: { kind: 'execute', body } })
  const answer = await executeTransaction(ctx, caller, { body })
  say({ kind: 'answered', name, ...answer })
}

async function askCreate(body: CreateWalletRequest): Promise<void> {
  const name = body.qx
  say({ kind: 'asked', name, asked: { kind: 'create', body } })
  const answer = await createWallet(ctx, caller, { body })
  say({ kind: 'answered', name, ...answer })
}

async function createForEver(): Promise<never> {
  for (;;) {
    const key = toKeyFields(createSoftwarePasskey(DOMAIN))
    const email = `${key.qx.slice(0, 12)}@example.com`
    await askCreate({ ...key, email, verificationCode: await codeFor(caller, email) })
  }
}

async function executeForEver(lane: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    // Each call transfers one coin. Different expirations make the digests differ.
    const expiration = expirationIn(600 + round * PARALLEL + lane)
    const fields = { toAddress: tokens.erc20, expiration, ...coinTransfer(RECEIVER, 1n) }
    const body = signedRequest(chain.id, { address: wallet, passkey }, fields)
    await askExecute(body)
  }
}

/** The organization of the passkey's wallet, created by the first process. */
async function newOrganization(made: SoftwarePasskey): Promise<string> {
  const now = new Date()
  const { id } = await createOrganization(db, { name: 'Demo', now })
  await registerDomain(db, { organizationId: id, domain: DOMAIN, now })
  await deployWallet(id, made)
  return id
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

/** Waits until the work of earlier processes has ended without further action. */
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
    .select(['nonce', 'status', 'purpose', 'bundle_id'])
    .orderBy('nonce')
    .execute()
  const mined = await Promise.all(
    transactions.map(async ({ transaction_hash: hash }) => {
      const receipt = await chain.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])
      return receipt?.status === 1n
    }),
  )
  const count = await chain.rpc.request(quantitySchema, 'eth_getTransactionCount', [relayer, 'latest'])
  return {
    received: String(await readErc20Balance(chain, tokens.erc20, RECEIVER)),
    kept: String(await readErc20Balance(chain, tokens.erc20, wallet)),
    states: transactions.map(({ state }) => state),
    hashes: transactions.map(({ transaction_hash: hash }): Hex | null => hash),
    mined: mined.filter(Boolean).length,
    wallets: await walletsReport(),
    // A call in a bundle has the bundle's nonce.
    nonces: relayed.filter(({ bundle_id: bundle }) => bundle === null).map(({ nonce }) => nonce),
    open: relayed.filter(({ status }) => status === 'signed').length,
    chainNonce: Number(count),
  }
}

/** The created wallets, and how many of them are on the chain. */
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
