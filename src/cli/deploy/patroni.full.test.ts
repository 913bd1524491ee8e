import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVERS_TIMEOUT_MS } from '#cli/testing/server-process.ts'
import { LOST_REASON } from '#protocol/transaction-states.ts'
import { accountForFailover, findLost, readRows } from './testing/failover-account.ts'
import { repeatAccepted, startFailoverLoad, type Accepted } from './testing/failover-load.ts'
import { startFailoverWorld, type FailoverWorld } from './testing/failover-world.ts'
import { ensurePatroni, type PatroniCluster, type PatroniPrograms } from './testing/patroni-cluster.ts'
import type { PatroniNode } from './testing/patroni-node.ts'

/*
 * `npm run test:full -- deploy`: three nodes of Patroni with the files of deploy/patroni, and the built server on them,
 * which executes calls and holds others for their end-users. In each drill the server must reconnect by itself, and
 * everything that it has accepted must be on the chain exactly once.
 */

/** Time in milliseconds from the promotion until an execute is accepted. */
const RECONNECT_MS_MAX = 10_000
/** Number of executes that must be accepted before the failure, and again after it. */
const ACCEPTED = 20
/**
 * Number of executes accepted while no standby receives them. Their log is far smaller than
 * `maximum_lag_on_failover`.
 */
const ACCEPTED_ALONE = 6

const isInCI = (process.env['CI'] ?? '') !== ''
let missing: string | undefined
const programs: PatroniPrograms | undefined = await ensurePatroni().catch((cause: unknown) => {
  missing = cause instanceof Error ? cause.message : String(cause)
  return undefined
})
if (missing !== undefined)
  process.stdout.write(`${isInCI ? 'FAILED' : 'Not run'}, failover drills: ${missing}\n`)

const TIMEOUT = { timeout: SERVERS_TIMEOUT_MS }
let world: FailoverWorld
let hasEnded = false

/** Waits until `count` more executes are accepted. */
type Accept = (count: number) => Promise<void>
/** Ends the primary's service. Returns a function that brings the node back as a standby. */
type Failure = (primary: PatroniNode, cluster: PatroniCluster, accept: Accept) => Promise<() => Promise<void>>

const FAILURES: Readonly<Record<string, Failure>> = {
  'the primary is killed': async (primary) => {
    await primary.crash()
    return primary.start
  },
  'the primary hangs, and later continues': async (primary) => {
    primary.freeze()
    return async () => primary.thaw()
  },
  'the operator switches over': async (primary, cluster) => {
    await cluster.switchOver(primary)
    return async () => undefined
  },
}

/** Kills the primary when it has commits that no standby has received. */
const killAhead: Failure = async (primary, { nodes }, accept) => {
  const others = nodes.filter((node) => node !== primary)
  await primary.pauseReplication()
  const resumes = await Promise.all(others.map((node) => node.pauseReplication()))
  await accept(ACCEPTED_ALONE)
  await primary.crash()
  for (const resume of resumes) resume()
  return primary.start
}

/** Runs a load through a failure. Returns the accepted calls and those that the database has lost. */
async function drill(name: string, fail: Failure, isSynchronous: boolean) {
  const { cluster, load, rpc } = world
  const { node: primary } = await cluster.untilComplete(isSynchronous)
  const running = startFailoverLoad(load)
  const accept: Accept = async (count) => {
    const wanted = running.accepted.length + count
    await expect.poll(() => running.accepted.length).toBeGreaterThanOrEqual(wanted)
  }
  await accept(ACCEPTED)
  const failedAtMs = performance.now()
  const bringBack = await fail(primary, cluster, accept)
  const { node: promoted, atMs } = await cluster.untilPrimary(primary)
  const reconnectMs = await running.untilAccepted(atMs)
  await accept(ACCEPTED)
  await bringBack()
  await cluster.untilComplete(isSynchronous)
  await accept(ACCEPTED)
  await running.stop()
  const { accepted, refusals } = running
  const lost = await findLost({ ...load, rpc }, accepted)
  const times = `promoted after ${Math.round(atMs - failedAtMs)} ms, accepted ${Math.round(reconnectMs)} ms later`
  const counts = `${accepted.length} accepted, ${lost.length} lost`
  process.stdout.write(`${name}: ${promoted.name} ${times}, ${counts}, ${JSON.stringify([...refusals])}\n`)
  return { accepted, lost, reconnectMs, refusals }
}

/**
 * Expects that every accepted call was executed exactly once or is still held, and that the server process has not
 * ended.
 */
async function expectExactlyOnce(accepted: readonly Accepted[]): Promise<void> {
  const account = await accountForFailover({ ...world.load, rpc: world.rpc }, accepted)
  const { expected, left } = account
  expect(account).toEqual({
    expected,
    executions: expected,
    confirmed: expected,
    events: expected,
    left,
    held: left,
    doubled: [],
  })
  expect(hasEnded).toBe(false)
}

describe.skipIf(missing !== undefined && !isInCI)('failover with Patroni', () => {
  beforeAll(async () => {
    if (programs === undefined) throw new Error(missing)
    world = await startFailoverWorld(programs)
    void world.server.ended.then(() => (hasEnded = true))
  }, SERVERS_TIMEOUT_MS)
  afterAll(() => world?.close())

  test.each(Object.entries(FAILURES))(
    'behavior: synchronous, %s → nothing accepted is lost or doubled',
    TIMEOUT,
    async (name, fail) => {
      const { accepted, lost, reconnectMs } = await drill(`synchronous, ${name}`, fail, true)
      expect(lost).toEqual([])
      expect(reconnectMs).toBeLessThan(RECONNECT_MS_MAX)
      await expectExactlyOnce(accepted)
    },
  )

  describe('asynchronous', () => {
    beforeAll(async () => {
      await world.cluster.setSynchronous(false)
      await world.cluster.untilComplete(false)
    }, SERVERS_TIMEOUT_MS)

    test.each(Object.entries(FAILURES))(
      'behavior: asynchronous, %s → what is lost is accepted again, and nothing is doubled',
      TIMEOUT,
      async (name, fail) => {
        const { accepted, reconnectMs } = await drill(`asynchronous, ${name}`, fail, false)
        expect(reconnectMs).toBeLessThan(RECONNECT_MS_MAX)
        await repeatAccepted(world.load, accepted)
        await expectExactlyOnce(accepted)
      },
    )

    test(
      'behavior: the primary is killed with commits that no standby has → calls on the chain are found again, the others are named and accepted again, and nothing is doubled',
      TIMEOUT,
      async () => {
        const { accepted, lost, reconnectMs } = await drill('asynchronous, ahead', killAhead, false)
        expect(reconnectMs).toBeLessThan(RECONNECT_MS_MAX)
        const rows = [...(await readRows({ ...world.load, rpc: world.rpc }, accepted)).values()].flat()
        const found = rows.filter(({ reason }) => reason === LOST_REASON)
        process.stdout.write(
          `${found.length} found again; lost: ${lost.map(({ digest }) => digest).join(' ')}\n`,
        )
        expect(found.length + lost.length).toBeGreaterThan(0)
        expect(rows.filter(({ bypassed }) => bypassed !== undefined)).toEqual([])
        await repeatAccepted(world.load, accepted)
        await expectExactlyOnce(accepted)
      },
    )
  })
})
