import type { Address, Hex } from 'viem'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { EVENT_TYPES } from '#protocol/events.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { BUNDLE_CONTRACT } from '#service/chain/bundle-contract.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { dataSchema, hashSchema, lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { createApproverDevices, enrol } from './approver-devices.ts'
import { BUNDLED, type Attempted, type JobAccount } from './job-account.ts'
import { newAddress } from './new-address.ts'
import type { NodeService } from './node-service.ts'
import { readExecuted } from './read-executed.ts'
import type { SignGate } from './sign-gate.ts'
import type { Answer } from './test-service.ts'
import { readSignedCall, type TestWallet } from './wallet-requests.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

export type JobParts = {
  service: NodeService
  receiver: WebhookReceiver
  gate: SignGate
  /** The node itself, without a proxy. */
  truth: Rpc
  /** Runs between two polls of something that takes time. */
  between?: () => unknown
  /** Runs before a part of the job. */
  onStage?: (stage: JobStage) => void
  /** Maximum number of retries of a request. */
  repeatsMax?: number
}

export type JobStage = 'wallets' | 'calls' | 'outcomes'

const REPEATS_MAX = 100
const EXECUTE = '/v1/baas/transactions/execute'
const WAIT_MS = 90_000
const LOOK_MS = 100
const FINAL: ReadonlySet<string> = new Set(['CONFIRMED', 'FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED'])

/**
 * The main job of an integrator: two wallets, one immediate transfer, several that wait together for one
 * transaction, and one that is held and approved. A request with the response 502, 503 or 504 is sent again
 * unchanged, as the specification allows.
 */
export async function runMainJob(parts: JobParts): Promise<JobAccount> {
  const { service, receiver, gate, onStage = () => {} } = parts
  const webhook = await service.call('POST', '/v1/org/webhooks', { body: { url: receiver.url } })
  expect(webhook.status, webhook.text).toBe(200)
  onStage('wallets')
  const job: Job = { ...parts, attempted: [], receivers: [], refusedWallets: [] }
  const plain = await createWallet(job, {})
  const owned = await createWallet(job, { externalUserId: 'user-1' })
  const wallets = [plain, owned].flatMap((wallet) => wallet ?? [])
  for (const wallet of wallets) {
    await until(job, () => isDeployed(service, wallet))
    await untilDone(job, () => service.mint(wallet.address, 10n))
  }
  const approver = owned && (await enrolOwner(job, owned))
  onStage('calls')
  if (plain !== undefined) {
    await execute(job, plain)
    await until(job, () => hasBundleContract(job))
    await bundle(gate, () => execute(job, plain))
  }
  if (owned !== undefined && approver !== undefined) {
    const held = await execute(job, owned)
    if (held.status === 200) {
      const approve = () => approver.decide(held.content.transactionUuid, 'approve')
      const { answer } = await untilAnswered(job, approve)
      expect(answer.status, answer.text).toBe(200)
    }
  }
  onStage('outcomes')
  return account(job, wallets)
}

type Job = JobParts & { attempted: Attempted[]; receivers: Address[]; refusedWallets: Answer[] }

async function execute(job: Job, wallet: TestWallet): Promise<Answer> {
  const { service, attempted, receivers } = job
  const to = newAddress()
  receivers.push(to)
  const body = service.signedTransfer(wallet, to, 1n)
  const { answer, repeats } = await untilAnswered(job, () => service.call('POST', EXECUTE, { body }))
  const digest = executeDigest(service.ctx.chain.id, readSignedCall(body).call)
  attempted.push({ digest, status: answer.status, text: answer.text, repeats })
  return answer
}

/** The first call is alone in its transaction. The others arrive while it is signed, and share the next one. */
async function bundle(gate: JobParts['gate'], send: () => Promise<Answer>): Promise<void> {
  void gate.close(BUNDLED + 1)
  const calls = Array.from({ length: BUNDLED + 1 }, send)
  // Nothing is accepted while the gate is closed, so an early response is a refusal. The refused call never arrives
  // at the gate, so the gate is opened here.
  void Promise.race(calls).then(gate.open, gate.open)
  await Promise.all(calls)
}

/**
 * Whether the bundle contract is on the chain. Until then, each call has its own transaction, and the service's
 * start does not wait for the contract.
 */
async function hasBundleContract({ service, truth }: Job): Promise<boolean> {
  const code = await truth.request(dataSchema, 'eth_getCode', [BUNDLE_CONTRACT, 'latest'])
  const open = service.ctx.db.selectFrom('relayed_transactions').select('id').where('status', '=', 'signed')
  return code !== '0x' && (await open.where('purpose', '=', 'deployment').execute()).length === 0
}

/** Creates a wallet. Returns undefined if the service refused it. */
async function createWallet(job: Job, fields: { externalUserId?: string }): Promise<TestWallet | undefined> {
  const { service } = job
  const { answer: first, body, ...wallet } = await service.createWallet(fields)
  const again = () => service.call('POST', '/v1/baas/wallets', { body })
  const { answer } = first.status < 502 ? { answer: first } : await untilAnswered(job, again)
  if (answer.status === 200) return wallet
  job.refusedWallets.push(answer)
  return undefined
}

async function enrolOwner(job: Job, owner: TestWallet) {
  const devices = createApproverDevices(job.service)
  const approver = devices.newDevice(owner.email)
  await enrol(approver, await devices.invitationFor(owner.email))
  return approver
}

async function untilAnswered(job: Job, ask: () => Promise<Answer>) {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await ask()
    if (answer.status < 502 || repeats === (job.repeatsMax ?? REPEATS_MAX)) return { answer, repeats }
    await look(job)
  }
}

/** Repeats work of the test itself while the node refuses it temporarily. */
async function untilDone(job: Job, work: () => Promise<unknown>): Promise<void> {
  await until(job, () =>
    work().then(
      () => true,
      () => false,
    ),
  )
}

async function until(job: Job, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await isDone())) {
    if (performance.now() > deadline) return
    await look(job)
  }
}

async function look({ between }: Job): Promise<void> {
  await between?.()
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

async function isDeployed({ ctx }: NodeService, { address }: TestWallet): Promise<boolean> {
  const wallets = ctx.db.selectFrom('wallets').select('status').where('address', '=', lowerCase(address))
  return (await wallets.executeTakeFirst())?.status === 'deployed'
}

async function account(job: Job, wallets: readonly TestWallet[]): Promise<JobAccount> {
  const { service, receiver, truth, attempted } = job
  const { db } = service.ctx
  const accepted = attempted.flatMap(({ digest, status }) => (status === 200 ? [digest] : []))
  await until(job, async () => {
    const stored = await readStored(service)
    return accepted.every((digest) => FINAL.has(stored[digest] ?? ''))
  })
  await until(job, async () => {
    const waiting = await db.selectFrom('events').select('id').where('sequence', 'is', null).execute()
    const undelivered = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('status', '=', 'pending')
      .execute()
    return waiting.length === 0 && undelivered.length === 0
  })
  const addresses = wallets.map(({ address }) => lowerCase(address))
  const codes = await Promise.all(
    addresses.map((address) => truth.request(dataSchema, 'eth_getCode', [address, 'latest'])),
  )
  const rows = await db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('sequence', 'is not', null)
    .execute()
  const bundles = await db
    .selectFrom('relayed_transactions')
    .select('id')
    .where('purpose', '=', 'bundle')
    .execute()
  return {
    attempted,
    refusedWallets: job.refusedWallets,
    accepted: accepted.toSorted(),
    stored: await readStored(service),
    executed: (await readExecuted(truth)).toSorted(),
    events: byType(rows),
    webhooks: byType(receiver.received.map(({ body }) => JSON.parse(body))),
    wallets: addresses.toSorted(),
    deployed: addresses.filter((_, index) => codes[index] !== '0x').toSorted(),
    coins: await readCoins(job),
    bundles: bundles.length,
  }
}

const listSchema = z.array(z.object({ digest: hashSchema, status: z.string() }))

async function readStored({ call }: NodeService): Promise<Record<Hex, string>> {
  const { content } = await call('GET', '/v1/baas/transactions?limit=200')
  return Object.fromEntries(z.parse(listSchema, content).map(({ digest, status }) => [digest, status]))
}

const eventSchema = z.object({
  type: z.string(),
  data: z.object({ digest: z.optional(z.string()), walletAddress: z.optional(z.string()) }),
})

/** The subjects of the events that webhooks can receive, by type. */
function byType(events: readonly unknown[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const event of events) {
    const { type, data } = z.parse(eventSchema, event)
    if (!EVENT_TYPES.some((known) => known === type)) continue
    const subject = (data.digest ?? data.walletAddress ?? '').toLowerCase()
    found[type] = [...(found[type] ?? []), subject].toSorted()
  }
  return found
}

/** The coins of all receivers, as the node itself reports them. */
async function readCoins({ service, truth, receivers }: Job): Promise<bigint> {
  const coin = service.tokens.erc20
  const amounts = await Promise.all(receivers.map((to) => readErc20Balance({ rpc: truth }, coin, to)))
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}
