import { randomBytes } from 'node:crypto'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { signTransfers } from './bench-wallets.ts'
import { accountForAll, readLastSequence, settled, type Account } from './processes-account.ts'
import { runLoad, type Answered } from './processes-load.ts'
import { measurePostgres, type PostgresUse } from './processes-postgres.ts'
import { openStreams, type World } from './processes-world.ts'

/** Connections to all processes together. */
const CONNECTIONS = 96
const STREAMS = 8
const WARM_UP_OF_EACH = 300

const heldSchema = z.object({ content: z.object({ transactionUuid: z.string() }) })
const addressSchema = z.object({ walletAddress: z.templateLiteral(['0x', z.string()]) })

export type Phase = {
  /** CPU time per sent execute, of the processes that ran the whole time. */
  serviceCpuMs: number
  postgres: PostgresUse
  perSecond: number
  sent: number
  account: Account
}

/** Runs while the load runs; receives the number of responses so far, after each response. */
type Meanwhile = (answered: number) => void

/**
 * Runs the same load on `processes` processes: executes from many wallets. The executes of some wallets are held, and
 * every second of these is approved. Webhooks and open streams are active. Then accounts for everything.
 */
export async function runPhase(
  world: World,
  { processes, count, meanwhile }: { processes: number; count: number; meanwhile?: Meanwhile },
): Promise<Phase> {
  await world.start(processes)
  await execute(world, { count: WARM_UP_OF_EACH * processes })
  await settled(world, world.busy)
  const after = await readLastSequence(world, world.busy)
  const followers = await openStreams(world, world.busy, STREAMS)
  const cpuBefore = new Map(world.running.map((one) => [one, one.cpuMs()]))
  const endMeasuring = await measurePostgres(world.db)
  const startedAt = performance.now()
  const ended = await execute(world, { count, meanwhile })
  const seconds = (performance.now() - startedAt) / 1_000
  await settled(world, world.busy)
  const whole = [...cpuBefore].filter(([one]) => world.running.includes(one))
  const cpu = whole.reduce((sum, [one, before]) => sum + one.cpuMs() - before, 0)
  const postgres = await endMeasuring()
  const account = await accountForAll(world, { organization: world.busy, ...ended, followers, after })
  await Promise.all(followers.map((follower) => follower.stop()))
  await world.endAll()
  return { serviceCpuMs: cpu / count, postgres, perSecond: count / seconds, sent: count, account }
}

/**
 * Sends signed transfers of the busy organization. Approves every second held transfer and leaves the others
 * undecided.
 */
async function execute(
  world: World,
  { count, meanwhile }: { count: number; meanwhile?: Meanwhile | undefined },
) {
  const { wallets, approvers, apiKey } = world.busy
  const recipient = newAddress()
  const requests = await signTransfers(world.place(apiKey)(), wallets, { recipient, count })
  const walletByDigest = new Map(
    requests.map(({ digest, body }) => [digest, addressSchema.parse(JSON.parse(body ?? '')).walletAddress]),
  )
  const executed: Hex[] = []
  const left: Hex[] = []
  const approving: Promise<unknown>[] = []
  let held = 0
  let answers = 0
  const onAnswer = ({ digest, text }: Answered) => {
    answers += 1
    meanwhile?.(answers)
    const approve = approvers.get(walletByDigest.get(digest) ?? '0x')
    if (approve === undefined) return void executed.push(digest)
    held += 1
    if (held % 2 === 0) return void left.push(digest)
    executed.push(digest)
    approving.push(approve(heldSchema.parse(JSON.parse(text)).content.transactionUuid))
  }
  await runLoad({ origins: world.origins, apiKey, connections: CONNECTIONS, requests, onAnswer })
  await Promise.all(approving)
  return { executed, left, recipient }
}

function newAddress(): Address {
  return `0x${randomBytes(20).toString('hex')}`
}
