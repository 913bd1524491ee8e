import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import type { TestContext } from '#service/testing/test-context.ts'
import { decideHeld, type Outcome, expireHeld, cancelHeld } from './decide-held.ts'

const RACES = Number(process.env['LATCHKEY_APPROVAL_RACES'] ?? 1_000)
const PARALLEL = 25

const ctx = await forFile(serviceWorld.context())
const organization = { name: 'Races', now: new Date() }
const organizationId = (await createOrganization(ctx.db, organization)).id
const approverId = randomUUID()
await ctx.db
  .insertInto('approvers')
  .values({
    id: approverId,
    organization_id: organizationId,
    external_user_id: 'racer',
    email: 'racer@example.com',
    user_handle: randomUUID(),
  })
  .execute()

/** Stores a held row as execute does, open for `openMs` milliseconds. */
async function held(openMs: number): Promise<string> {
  return ctx.db.transaction().execute(async (trx) => {
    const waiting = { organization_id: organizationId, state: 'PENDING_USER_APPROVAL' } as const
    const id = await insertTransaction(trx, waiting)
    await trx
      .insertInto('held_transactions')
      .values({
        transaction_id: id,
        approver_id: approverId,
        number: 42,
        candidates: [17, 42, 99],
        deadline: sql<Date>`clock_timestamp() + ${openMs}::integer * interval '1 millisecond'`,
      })
      .execute()
    return id
  })
}

const DECISIONS: Outcome[] = [
  { state: 'APPROVED' },
  { state: 'REJECTED', reason: 'declined by the user', reported: false },
  { state: 'REJECTED', reason: 'reported', reported: true },
]
const EVENTS: Record<string, string> = {
  APPROVED: 'transaction.approved',
  REJECTED: 'transaction.rejected',
  EXPIRED: 'transaction.expired',
  CANCELLED: 'transaction.cancelled',
}

/**
 * Runs three decisions, a cancellation and an expiry at once, in a random order. Returns which of the first
 * four won.
 */
async function race(id: string): Promise<string[]> {
  const decisions = DECISIONS.map((outcome) => async () => {
    const decision = { transactionId: id, approverId, decidedWith: 'credential', outcome }
    return (await decideHeld(ctx, decision)) ? [outcome.state] : []
  })
  const expirer = async () => {
    await expireHeld(ctx, id)
    return []
  }
  const cancellation = async () => ((await cancelHeld(ctx, id)) ? ['CANCELLED'] : [])
  const actors = [...decisions, cancellation, expirer]
    .map((act) => ({ act, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
  return (await Promise.all(actors.map(({ act }) => act()))).flat()
}

test(`behavior: approve, decline, cancel and expire raced ${RACES} times end in exactly one state and one event each`, async () => {
  const winners = new Map<string, string[]>()
  for (let done = 0; done < RACES; done += PARALLEL) {
    // Open for about as long as a round takes, so some expire before, some during and some after it.
    const ids = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) => held(index % 2 === 0 ? index * 10 : 60_000)),
    )
    await Promise.all(ids.map(async (id) => void winners.set(id, await race(id))))
  }
  await sql`update held_transactions set deadline = now()`.execute(ctx.db)
  await waitFor('the last expired transaction', async () => (await expireHeld(ctx)) === 0)

  const rows = await ctx.db.selectFrom('transactions').select(['id', 'state']).execute()
  expect(rows).toHaveLength(Math.ceil(RACES / PARALLEL) * PARALLEL)
  const events = await sql<{ uuid: string; type: string }>`
      select data->>'transactionUuid' as uuid, type from events`.execute(ctx.db)
  const typesOf = new Map<string, string[]>()
  for (const { uuid, type } of events.rows) typesOf.set(uuid, [...(typesOf.get(uuid) ?? []), type])
  const counts: Record<string, number> = {}
  for (const { id, state } of rows) {
    counts[state] = (counts[state] ?? 0) + 1
    expect(winners.get(id)).toEqual(state === 'EXPIRED' ? [] : [state])
    expect(typesOf.get(id)).toEqual([EVENTS[state]])
  }
  // Each of the four must win at least once. Otherwise, the test did not race them.
  expect(Object.keys(counts).toSorted()).toEqual(['APPROVED', 'CANCELLED', 'EXPIRED', 'REJECTED'])
})

test('behavior: a decision waits for a concurrent one and then finds the transaction decided', async () => {
  const id = await held(60_000)
  const outcome: Outcome = { state: 'APPROVED' }
  const decision = { transactionId: id, approverId, decidedWith: 'credential', outcome }
  const answers = await Promise.all(Array.from({ length: 50 }, () => decideHeld(ctx, decision)))
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test(`behavior: exactly one of cancel and approve at once wins, ${RACES / 5} times, and a cancelled one is never approved`, async () => {
  const outcome: Outcome = { state: 'APPROVED' }
  const wins = { approved: 0, cancelled: 0 }
  for (let done = 0; done < RACES / 5; done += PARALLEL) {
    const ids = await Promise.all(Array.from({ length: PARALLEL }, () => held(60_000)))
    await Promise.all(
      ids.map(async (id, index) => {
        const decision = { transactionId: id, approverId, decidedWith: 'credential', outcome }
        const approve = async () => decideHeld(ctx, decision)
        const cancel = async () => cancelHeld(ctx, id)
        const first = index % 2 === 0 ? approve() : cancel()
        const second = index % 2 === 0 ? cancel() : approve()
        const won = await Promise.all([first, second])
        expect(won.filter(Boolean)).toHaveLength(1)
        const { state } = await ctx.db
          .selectFrom('transactions')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const isApproved = won[index % 2]
        expect(state).toBe(isApproved ? 'APPROVED' : 'CANCELLED')
        wins[isApproved ? 'approved' : 'cancelled'] += 1
        expect([await decideHeld(ctx, decision), await cancelHeld(ctx, id)]).toEqual([false, false])
      }),
    )
  }
  // Each must win at least once. Otherwise, the test did not race them.
  expect(Math.min(wins.approved, wins.cancelled)).toBeGreaterThan(0)
})

test("error: another person's decision changes nothing", async () => {
  const id = await held(60_000)
  const outcome: Outcome = { state: 'APPROVED' }
  const stranger = { transactionId: id, approverId: randomUUID(), decidedWith: 'credential', outcome }
  expect(await decideHeld(ctx, stranger)).toBe(false)
})

test('behavior: a held transaction expires at its deadline, and not a microsecond before', async () => {
  const id = await held(60_000)
  await ctx.db.transaction().execute(async (trx) => {
    const inside = { ...ctx, db: nested(trx) }
    await sql`update held_transactions set deadline = now() + interval '1 microsecond'
      where transaction_id = ${id}::uuid`.execute(trx)
    expect(await expireHeld(inside, id)).toBe(0)
    await sql`update held_transactions set deadline = now() where transaction_id = ${id}::uuid`.execute(trx)
    const outcome: Outcome = { state: 'APPROVED' }
    const decision = { transactionId: id, approverId, decidedWith: 'credential', outcome }
    expect(await decideHeld(inside, decision)).toBe(false)
    expect(await expireHeld(inside, id)).toBe(1)
  })
})

/**
 * Runs operations that begin a database transaction inside a given one, so that the database's time does not
 * advance between them.
 */
function nested(trx: Parameters<Parameters<ReturnType<TestContext['db']['transaction']>['execute']>[0]>[0]) {
  return new Proxy(trx, {
    get: (target, name) => {
      if (name === 'transaction') {
        return () => ({ execute: (work: (same: typeof trx) => unknown) => work(target) })
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
