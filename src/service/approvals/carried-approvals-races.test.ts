import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import type { Transaction } from '#service/db/database.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import { insertAsked, readApprovals } from './asked-approvers.ts'
import { carryApprovals, findEarlierCall } from './carry-approvals.ts'
import { decideHeld } from './decide-held.ts'

/** The embedded database has one connection, so nothing can happen while a database transaction is open. */
const IS_POSTGRES = (process.env['LATCHKEY_TEST_POSTGRES'] ?? '') !== ''
const { db } = await forFile(serviceWorld.context())
const organizationId = (await createOrganization(db, { name: 'Carried', now: new Date() })).id
const requestedBy: StoredRequester = { keyId: randomUUID() }

/** Stores two people with a passkey each. */
async function insertPeople() {
  const people = ['ada', 'ben'].map((name) => ({ id: randomUUID(), decidedWith: `passkey-${name}` }))
  for (const { id, decidedWith } of people) {
    const email = `${decidedWith}@example.com`
    const person = { id, organization_id: organizationId, external_user_id: null, email, user_handle: id }
    await db.insertInto('approvers').values(person).execute()
    const passkey = { credential_id: decidedWith, approver_id: id, public_key: 'key', transports: [] }
    await db
      .insertInto('approver_passkeys')
      .values({ ...passkey, counter: 0, backed_up: false })
      .execute()
  }
  return people
}
const people = await insertPeople()
const asked = {
  approvers: people.map(({ id }) => ({ id, email: '', administratorId: null, name: null })),
  required: 2,
  policyIds: [],
  version: 'rules',
}

/** Holds a call for both people. Approvals of an expired request for the same call may count. */
async function hold(data: `0x${string}`): Promise<string> {
  const id = randomUUID()
  const to = { toAddress: ZERO_ADDRESS, feeCoinAddress: ZERO_ADDRESS, feeWithdrawAddress: ZERO_ADDRESS }
  const call = { ...to, walletAddress: ZERO_ADDRESS, value: 0n, data, expiration: 0n, fee: 0n }
  const held = { kind: 'transaction', id } as const
  await db.transaction().execute(async (trx) => {
    const row = { id, organization_id: organizationId, state: 'PENDING_USER_APPROVAL', data } as const
    await insertTransaction(trx, row)
    await sql`update transactions set requested_by = ${JSON.stringify(requestedBy)}::jsonb where id = ${id}::uuid`.execute(
      trx,
    )
    const deadline = sql<Date>`clock_timestamp() + interval '1 hour'`
    const waiting = { transaction_id: id, approver_id: people[0]?.id ?? '', approvals_required: 2, deadline }
    await trx
      .insertInto('held_transactions')
      .values({ ...waiting, policy_version: asked.version, number: 42, candidates: [17, 42, 99] })
      .execute()
    await insertAsked(trx, held, asked)
    const checked = { id, organizationId, digest: '0x', call, signature: '0x' } as const
    const earlier = await findEarlierCall(trx, checked)
    await carryApprovals(trx, held, { asked, requestedBy, earlier })
  })
  return id
}

const decide = (place: number, transactionId: string, within = db) => {
  const { id: approverId = '', decidedWith = '' } = people[place] ?? {}
  return decideHeld(
    { db: within },
    { transactionId, approverId, decidedWith, outcome: { state: 'APPROVED' } },
  )
}
/** The open database transaction as a database, so that a decision has its time. */
const asDatabase = (trx: Transaction): typeof db =>
  Object.assign(Object.create(trx), {
    transaction: () => ({ execute: (work: (inner: Transaction) => Promise<unknown>) => work(trx) }),
  })
const readTime = (trx: Transaction) => sql`select service_now()`.execute(trx)
/** Ends the time of a request. Only database transactions that begin later see this. */
const endNow = (id: string) =>
  sql`update held_transactions set deadline = clock_timestamp() where transaction_id = ${id}::uuid`.execute(
    db,
  )
const readState = async (id: string) =>
  (await db.selectFrom('transactions').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const countGiven = async (id: string) => (await readApprovals(db, { kind: 'transaction', id })).length

test.skipIf(!IS_POSTGRES)(
  'behavior: an approval that began in time and is stored late → the same call that is signed again carries nothing',
  async () => {
    const id = await hold('0x01')
    expect(await decide(0, id)).toBe(true)
    let again = Promise.resolve('')
    await db.transaction().execute(async (trx) => {
      await readTime(trx)
      await trx.selectFrom('transactions').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      await endNow(id)
      again = hold('0x01')
      expect(await decide(1, id, asDatabase(trx))).toBe(true)
    })
    expect(await readState(id)).toBe('APPROVED')
    expect(await countGiven(await again)).toBe(0)
  },
)

test.skipIf(!IS_POSTGRES)(
  'error: an approval that began in time is refused if the same call was signed again meanwhile',
  async () => {
    const id = await hold('0x02')
    expect(await decide(0, id)).toBe(true)
    await db.transaction().execute(async (trx) => {
      await readTime(trx)
      await endNow(id)
      const again = await hold('0x02')
      expect(await decide(1, id, asDatabase(trx))).toBe(false)
      expect(await countGiven(again)).toBe(1)
    })
    expect(await readState(id)).toBe('EXPIRED')
  },
)
