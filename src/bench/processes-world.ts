import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import { createOrganizationWithKey } from '#cli/organization-with-key.ts'
import { followEvents } from '#cli/testing/follow-events.ts'
import { openDatabase } from '#service/index.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { startWebhookReceiver } from '#service/testing/webhook-receiver.ts'
import { createBenchWallet, type BenchPlace, type BenchWallet } from './bench-wallets.ts'
import { enrolApprover, type BenchApprover } from './processes-approver.ts'
import { openProcesses, startServiceProcess } from './processes-start.ts'

const WALLETS = 48
/** Number of wallets with an end-user who approves. */
const PROTECTED = 4
const QUIET_WALLETS = 4
const QUIET_DOMAIN = 'quiet.localhost'
const BLOCK_SECONDS = 0.5
const ETHER = 10n ** 18n

const seededSchema = z.object({
  organizationId: z.string(),
  apiKey: z.string(),
  tokens: z.object({ erc20: z.string() }),
})

/** An organization of the benchmark, with its wallets. */
export type BenchOrganization = {
  id: string
  apiKey: string
  wallets: readonly BenchWallet[]
  approvers: ReadonlyMap<Address, BenchApprover>
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** A database, a chain, a webhook receiver, two organizations with wallets, and no process yet. */
export async function startWorld(postgres: string) {
  const made = await createPostgresDatabase(postgres)
  const anvil = await startPlainAnvil({ blockTime: BLOCK_SECONDS })
  const receiver = await startWebhookReceiver()
  const database = await openDatabase({
    databaseUrl: made.url,
    dataDir: '',
    log: pino({ level: 'silent' }),
  })
  const { db } = database
  const relayerKey: Hex = `0x${randomBytes(32).toString('hex')}`
  await anvil.fund(privateKeyToAddress(relayerKey), 1_000n * ETHER)
  const settings = { databaseUrl: made.url, rpcUrl: anvil.url, chainId: anvil.chainId, relayerKey }
  const first = await startServiceProcess(settings)
  const seeded = seededSchema.parse(JSON.parse(first.seeded))
  const place = { origin: first.origin, apiKey: seeded.apiKey, tokens: seeded.tokens }
  const quiet = await addQuiet(db)
  for (const table of ['organizations', 'api_keys'])
    await sql`update ${sql.table(table)} set requests_per_minute = 10000000`.execute(db)
  await first.end('SIGTERM')

  const processes = openProcesses({ ...settings, apiKey: seeded.apiKey })
  const close = async () => {
    await processes.endAll('SIGKILL')
    await receiver.close()
    await anvil.stop()
    await database.close()
    await made.drop()
  }
  await processes.start(1)
  const at = (apiKey: string) => () => ({ ...place, apiKey, origin: processes.origins()[0] ?? '' })
  const busy = await fill(at(seeded.apiKey), { wallets: WALLETS, protectedWallets: PROTECTED })
  const few = await fill(at(quiet.apiKey), { wallets: QUIET_WALLETS, domain: QUIET_DOMAIN })
  await registerReceiver(at(seeded.apiKey)(), receiver.url)
  await processes.endAll()
  return {
    ...processes,
    db,
    anvil,
    receiver,
    erc20: seeded.tokens.erc20,
    close,
    place: at,
    busy: { id: seeded.organizationId, apiKey: seeded.apiKey, ...busy },
    quiet: { ...quiet, ...few },
  }
}

async function addQuiet(db: Parameters<typeof createOrganizationWithKey>[0]['db']) {
  const clock = { now: () => new Date() }
  const { id, apiKey } = await createOrganizationWithKey(
    { db, clock },
    { name: 'Quiet', domains: [QUIET_DOMAIN], keyLabel: 'Bench' },
  )
  return { id, apiKey }
}

async function fill(
  place: () => BenchPlace,
  {
    wallets: count,
    protectedWallets = 0,
    domain = 'localhost',
  }: { wallets: number; protectedWallets?: number; domain?: string },
) {
  const approvers = new Map<Address, BenchApprover>()
  const make = async (index: number): Promise<BenchWallet> => {
    const isProtected = index < protectedWallets
    const user = isProtected ? { externalUserId: `user-${index}` } : {}
    const wallet = await createBenchWallet(place(), { domain, ...user })
    if (isProtected) approvers.set(wallet.address, await enrolApprover(place, wallet.email))
    return wallet
  }
  const wallets = await Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  return { wallets, approvers }
}

async function registerReceiver({ origin, apiKey }: BenchPlace, url: string): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ url })
  const answer = await fetch(`${origin}/v1/org/webhooks`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`no webhook was registered: ${await answer.text()}`)
}

/** Opens streams of an organization's events, evenly spread over the processes. */
export async function openStreams({ origins }: World, { apiKey }: BenchOrganization, count: number) {
  const all = origins()
  const followers = Array.from({ length: count }, (_, index) =>
    followEvents(`${all[index % all.length]}/v1/org/events`, () => ({ 'x-api-key': apiKey })),
  )
  while (!followers.every((follower) => follower.isOpen()))
    await new Promise((resolve) => setTimeout(resolve, 20))
  return followers
}
