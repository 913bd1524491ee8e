import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { LIVE_EVENT_OF_STATE } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { TRANSACTION_STATES, type TransactionState } from '#protocol/transaction-states.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import { MOVES, moveTransactions, type Move } from './move-transactions.ts'

const ctx = await forFile(serviceWorld.context())
const organization = { name: 'Moves', now: new Date() }
const organizationId = (await createOrganization(ctx.db, organization)).id

const insert = (state: TransactionState) =>
  insertTransaction(ctx.db, { organization_id: organizationId, state })
const move = async (id: string, how: Pick<Move, 'to' | 'cause' | 'set'>) =>
  (await moveTransactions(ctx.db, { at: new Date(), which: sql`id = ${id}::uuid`, ...how })).length
const stateOf = (id: string) =>
  ctx.db.selectFrom('transactions').select(['state', 'reason']).where('id', '=', id).executeTakeFirst()
async function eventsOf(id: string) {
  const events = await ctx.db.selectFrom('events').select(['type', 'data']).execute()
  return events.filter(({ data }) => data.transactionUuid === id)
}

test('behavior: makes only allowed moves from any state, each with its event', async () => {
  for (const from of TRANSACTION_STATES) {
    for (const to of TRANSACTION_STATES) {
      for (const cause of ['progress', 'cancellation', 'resend', 'reorganization'] as const) {
        const id = await insert(from)
        const isAllowed = MOVES[cause][from]?.includes(to) === true
        expect(await move(id, { to, cause })).toBe(isAllowed ? 1 : 0)
        expect(await stateOf(id)).toMatchObject({ state: isAllowed ? to : from })
        const events = await eventsOf(id)
        const isEmitted = isAllowed && cause !== 'reorganization'
        const type = cause === 'cancellation' ? 'transaction.cancelled' : LIVE_EVENT_OF_STATE[to]
        expect(events.map((event) => event.type)).toEqual(isEmitted ? [type] : [])
        if (isEmitted) expect(events[0]!.data.status).toBe(to)
      }
    }
  }
})

test('behavior: exactly one of many simultaneous moves decides', async () => {
  const id = await insert('PENDING_USER_APPROVAL')
  const attempts = (['APPROVED', 'REJECTED', 'EXPIRED'] as const).flatMap((to) => [to, to, to, to])
  const moved = await Promise.all(attempts.map((to) => move(id, { to })))
  expect(moved.filter((count) => count > 0)).toEqual([1])
  expect(await eventsOf(id)).toHaveLength(1)
})

test('behavior: changed columns are in the event, and nothing changes if the event cannot be stored', async () => {
  const id = await insert('SUBMITTED')
  const failing = ctx.db.transaction().execute(async (trx) => {
    const which = sql`id = ${id}::uuid`
    await moveTransactions(trx, { to: 'FAILED', at: new Date(), which, set: { reason: 'lost' } })
    throw new Error('after the move')
  })
  await expect(failing).rejects.toThrow('after the move')
  expect(await stateOf(id)).toEqual({ state: 'SUBMITTED', reason: null })
  expect(await eventsOf(id)).toEqual([])
  expect(await move(id, { to: 'FAILED', set: { reason: 'out of gas' } })).toBe(1)
  expect((await eventsOf(id))[0]?.data.reason).toBe('out of gas')
})
