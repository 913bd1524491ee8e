import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { EventFollower } from '#cli/testing/follow-events.ts'
import { LIVE_EVENT_TYPES } from '#protocol/events.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import type { BenchOrganization, World } from './processes-world.ts'

const POLL_MS = 50
const SETTLE_MS_MAX = 90_000

/** The expected final counts. */
export type Expected = {
  organization: BenchOrganization
  /** Digests that got a response and are executed. */
  executed: readonly Hex[]
  /** Digests that are held and left undecided. */
  left: readonly Hex[]
  /** The recipient of all transfers. It gets one coin per execution, and no other coins. */
  recipient: Address
  /** Streams that started after `after`, the organization's last sequence number at that time. */
  followers: readonly EventFollower[]
  after: string
}

export type Account = {
  lost: number
  /** Number of coins beyond one per confirmed execution, plus the number of events that were stored twice. */
  doubled: number
  /** Number of events that the receiver never got. */
  undelivered: number
  /** Number of events that a stream omitted, repeated or reordered. */
  streamFaults: number
  events: number
}

/** Resolves when no transaction, event or delivery is pending. */
export async function settled({ db }: World, { id }: Pick<BenchOrganization, 'id'>): Promise<void> {
  const deadline = performance.now() + SETTLE_MS_MAX
  for (;;) {
    const { rows } = await sql<{ open: boolean }>`
      select exists (select from transactions where organization_id = ${id} and state in ('APPROVED', 'SUBMITTED'))
        or exists (select from events where sequence is null)
        or exists (select from pending_deliveries as pending
          join webhook_deliveries as delivery on delivery.id = pending.delivery_id
          where delivery.organization_id = ${id}) as open
      `.execute(db)
    if (rows[0]?.open !== true || performance.now() > deadline) return
    await wait(POLL_MS)
  }
}

/** The last sequence number of an organization's events. */
export async function readLastSequence({ db }: World, { id }: BenchOrganization): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(sequence), 0)::text as last from events where organization_id = ${id}`.execute(db)
  return rows[0]?.last ?? '0'
}

/** Compares responses, the ledger, the chain, the webhook receiver and the streams after everything has settled. */
export async function accountForAll(world: World, expected: Expected): Promise<Account> {
  await settled(world, expected.organization)
  const { executed, left, recipient } = expected
  const isIn = async (digests: readonly Hex[], state: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from transactions
      where digest = any(${digests}::text[]) and state = ${state}`.execute(world.db)
    return rows[0]?.count ?? 0
  }
  const confirmed = await isIn(executed, 'CONFIRMED')
  const held = await isIn(left, 'PENDING_USER_APPROVAL')
  const coins = Number(await readErc20Balance(world.anvil, `0x${world.erc20.slice(2)}`, recipient))
  const events = await readEvents(world, expected)
  const received = new Set(world.receiver.received.map(({ id }) => id))
  const toDeliver = events.filter(({ type }) => !LIVE_EVENT_TYPES.some((live) => live === type))
  const once = new Set(events.map(({ uuid, type }) => `${uuid} ${type}`))
  return {
    lost: executed.length - confirmed + left.length - held,
    doubled: coins - confirmed + events.length - once.size,
    undelivered: toDeliver.filter(({ id }) => !received.has(id)).length,
    streamFaults: await streamFaults(expected.followers, events),
    events: events.length,
  }
}

type StoredEvent = { id: string; type: string; sequence: string; uuid: string }

async function readEvents({ db }: World, { organization, after }: Expected): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select id, type, sequence::text as sequence, data->>'transactionUuid' as uuid from events
    where organization_id = ${organization.id} and sequence > ${after}::bigint order by events.sequence`.execute(
    db,
  )
  return rows
}

/** Waits until the streams have caught up with the stored events, then returns their faults. */
async function streamFaults(followers: readonly EventFollower[], events: readonly StoredEvent[]) {
  const deadline = performance.now() + SETTLE_MS_MAX / 3
  const isBehind = ({ received }: EventFollower) => received.length < events.length
  while (followers.some(isBehind) && performance.now() < deadline) await wait(POLL_MS)
  return followers.reduce((faults, { received }) => {
    const places = Math.max(received.length, events.length)
    const wrong = Array.from(
      { length: places },
      (_, index) => received[index]?.event.id !== events[index]?.id,
    )
    return faults + wrong.filter(Boolean).length
  }, 0)
}
