import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import { readApprovals } from './asked-approvers.ts'
import { cancelHeld, decideHeld, expireHeld, type Outcome } from './decide-held.ts'
import { removeApprover } from './remove-approver.ts'

const ctx = await forFile(serviceWorld.context())
const { db } = ctx
const organization = { name: 'Several', now: new Date() }
const organizationId = (await createOrganization(db, organization)).id
const caller = { organizationId, keyId: '' }

/** Stores three people with a passkey each. */
async function insertPeople() {
  const people = ['ada', 'ben', 'cleo'].map((name) => ({
    approverId: randomUUID(),
    decidedWith: `passkey-${name}`,
  }))
  for (const { approverId, decidedWith } of people) {
    await db
      .insertInto('approvers')
      .values({
        id: approverId,
        organization_id: organizationId,
        external_user_id: null,
        email: `${decidedWith}@example.com`,
        user_handle: randomUUID(),
      })
      .execute()
    await db
      .insertInto('approver_passkeys')
      .values({
        credential_id: decidedWith,
        approver_id: approverId,
        public_key: 'key',
        counter: 0,
        transports: [],
        backed_up: false,
      })
      .execute()
  }
  return people
}
const people = await insertPeople()

/** Types of the stored events of a transaction. */
async function readEvents(id: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where data->>'transactionUuid' = ${id} order by position`.execute(db)
  return rows.map(({ type }) => type)
}

/** The event of each outcome that can win the race. */
const ENDINGS: Record<string, string> = {
  APPROVED: 'transaction.approved',
  REJECTED: 'transaction.rejected',
  CANCELLED: 'transaction.cancelled',
}

const ROUNDS = 60
const PARALLEL = 15

/** Stores a transaction that the three people are asked about. */
async function held(required: number): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const waiting = { organization_id: organizationId, state: 'PENDING_USER_APPROVAL' } as const
    const id = await insertTransaction(trx, waiting)
    const [first] = people
    await trx
      .insertInto('held_transactions')
      .values({
        transaction_id: id,
        approver_id: first?.approverId ?? '',
        approvals_required: required,
        number: 42,
        candidates: [17, 42, 99],
        deadline: sql<Date>`clock_timestamp() + interval '1 minute'`,
      })
      .execute()
    const asked = people.map(({ approverId }, place) => ({
      transaction_id: id,
      message_id: null,
      approver_id: approverId,
      place,
      name: null,
      administrator_id: `member-${place}`,
    }))
    await trx.insertInto('held_approvers').values(asked).execute()
    return id
  })
}

const APPROVED: Outcome = { state: 'APPROVED' }
const DECLINED: Outcome = { state: 'REJECTED', reason: 'declined by the user', reported: false }
const readState = (id: string) =>
  db.selectFrom('transactions').select('state').where('id', '=', id).executeTakeFirstOrThrow()
const countApproved = async (id: string) =>
  (
    await db
      .selectFrom('held_approvers')
      .select('id')
      .where('transaction_id', '=', id)
      .where('approved', '=', true)
      .execute()
  ).length
const shuffle = <Item>(items: Item[]) =>
  items.map((item) => ({ item, order: Math.random() })).toSorted((a, b) => a.order - b.order)

test('behavior: approvals at once count every person once, and approve exactly once', async () => {
  for (let done = 0; done < ROUNDS; done += PARALLEL)
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        const id = await held(2)
        const acts = shuffle([...people, ...people])
        const stored = await Promise.all(
          acts.map(({ item }) => decideHeld(ctx, { transactionId: id, ...item, outcome: APPROVED })),
        )
        expect(stored.filter(Boolean)).toHaveLength(2)
        expect(await readState(id)).toEqual({ state: 'APPROVED' })
        expect(await countApproved(id)).toBe(2)
        expect(await readEvents(id)).toEqual(['transaction.approval-given', 'transaction.approved'])
      }),
    )
})

test('behavior: two approvals, a decline, a cancellation and an expiry at once end it once', async () => {
  const ends = new Set<string>()
  for (let done = 0; done < ROUNDS; done += PARALLEL)
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        const id = await held(2)
        const [one, two, three] = people
        if (one === undefined || two === undefined || three === undefined) throw new Error('too few people')
        const decide = (person: typeof one, outcome: Outcome) => () =>
          decideHeld(ctx, { transactionId: id, ...person, outcome })
        const acts = [decide(one, APPROVED), decide(two, APPROVED), decide(three, DECLINED)]
        const more = [() => cancelHeld(ctx, id), () => expireHeld(ctx, id)]
        await Promise.all(shuffle([...acts, ...more]).map(({ item }) => item()))
        const { state } = await readState(id)
        ends.add(state)
        const events = (await readEvents(id)).filter((type) => type !== 'transaction.approval-given')
        expect(events).toEqual([ENDINGS[state]])
        if (state === 'APPROVED') expect(await countApproved(id)).toBe(2)
      }),
    )
  // More than one outcome must win in some round. Otherwise, the test did not race them.
  expect(ends.size).toBeGreaterThan(1)
})

test('behavior: approvals and the removal of one of their people at once never count the removed person', async () => {
  const ends = new Set<string>()
  const [one, two, three] = people
  if (one === undefined || two === undefined || three === undefined) throw new Error('too few people')
  for (let done = 0; done < ROUNDS; done += PARALLEL)
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        const id = await held(2)
        const approve = (person: typeof one) => () =>
          decideHeld(ctx, { transactionId: id, ...person, outcome: APPROVED })
        const remove = () => removeApprover(ctx, caller, { body: { administratorId: 'member-0' } })
        await Promise.all(shuffle([approve(one), approve(two), remove]).map(({ item }) => item()))
        ends.add((await readState(id)).state)
        const counted = await readApprovals(db, { kind: 'transaction', id })
        expect(counted).not.toContain(one.approverId)
        expect(await decideHeld(ctx, { transactionId: id, ...one, outcome: DECLINED })).toBe(false)
        if ((await readState(id)).state === 'APPROVED') return
        expect(await decideHeld(ctx, { transactionId: id, ...three, outcome: APPROVED })).toBe(true)
        expect(await readState(id)).toEqual({ state: 'APPROVED' })
      }),
    )
  // Both must happen. Otherwise, the test did not race them.
  expect([...ends].toSorted()).toEqual(['APPROVED', 'PENDING_USER_APPROVAL'])
})

test("error: another person's approval does not count", async () => {
  const id = await held(2)
  const stranger = { approverId: randomUUID(), decidedWith: 'credential', outcome: APPROVED }
  expect(await decideHeld(ctx, { transactionId: id, ...stranger })).toBe(false)
  expect(await countApproved(id)).toBe(0)
})
