import { sql } from 'kysely'
import type { Address } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { APPROVAL_CARRIED_SECONDS_MAX } from '#protocol/limits.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { nameRequester, PEOPLE, startApprovingPeople } from '#service/testing/approving-people.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { newPermit, signedPermit } from '#service/testing/signed-permit.ts'
import { decideHeld, expireHeld } from './decide-held.ts'

const world = await forFile(serviceWorld.approvals())
const { db } = world.ctx
const { own, ada, ben, cleo, buildRule, callPolicies, createPolicy, send, readListed } =
  await startApprovingPeople(world)

afterEach(async () => {
  await db.deleteFrom('policies').execute()
})

/** Lets a request that Ada has approved expire. Returns the receiver of the same call. */
async function expireApproved(sending: Parameters<typeof send>[0] = {}) {
  const to = newAddress()
  const { transactionUuid: uuid } = await send({ ...sending, to })
  await ada.decide(uuid, 'approve', { comment: 'Invoice 12' })
  await world.setDeadline(uuid)
  return { to, uuid }
}
let signatures = 0
/** Signs again with another expiration, so that the digest differs. */
function signAgain(to: Address, sending: Parameters<typeof send>[0] = {}) {
  signatures += 1
  const expiration = String(Math.floor(Date.now() / 1_000) + 3_600 + signatures)
  return send({ to, expiration, ...sending })
}
/** Removes Ada as a member, and names her again in the same rule. */
async function removeForAWhile() {
  await world.call('POST', '/v1/org/approvers/removal', { body: { administratorId: 'ada' } })
  const [{ id, rule }] = (await callPolicies('GET', '')).content
  expect(rule.approvers[0]).toMatchObject({ removed: true })
  await callPolicies('PUT', `/${id}`, { rule: buildRule() })
}
const countGiven = async (uuid: string) => (await world.read(uuid)).approval.approvalsGiven

describe('a request that is signed again after it expired', () => {
  test('behavior: keeps the approval, says so, and one further approval sends it', async () => {
    await createPolicy()
    const { to, uuid: earlier } = await expireApproved()
    const { transactionUuid: uuid } = await signAgain(to)
    expect(uuid).not.toBe(earlier)
    expect((await readListed(uuid)).approvers).toMatchObject([
      { name: 'ADA', decision: 'approve', comment: 'Invoice 12', carriedOver: true },
      { name: 'BEN' },
      { name: 'CLEO' },
    ])
    expect((await ada.get(`/transactions/${uuid}`)).content).not.toHaveProperty('numbers')
    expect((await ben.decide(uuid, 'approve')).content).toMatchObject({ status: 'APPROVED' })
    expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.ended(earlier)).toMatchObject({ status: 'EXPIRED' })
  })

  test('behavior: keeps the approval through several expired requests', async () => {
    await createPolicy()
    const { to } = await expireApproved()
    const { transactionUuid: second } = await signAgain(to)
    await world.setDeadline(second)
    await expireHeld(world.ctx)
    const { transactionUuid: third } = await signAgain(to)
    expect(await countGiven(third)).toBe(1)
  })

  test('behavior: its approver can still decline, which ends it', async () => {
    await createPolicy()
    const { to } = await expireApproved()
    const { transactionUuid: uuid } = await signAgain(to)
    await ada.decide(uuid, 'reject')
    expect(await world.ended(uuid)).toMatchObject({ status: 'REJECTED' })
  })

  type Change = {
    before?: (uuid: string, to: Address) => Promise<unknown>
    again?: Parameters<typeof send>[0]
  }
  test.each<[string, Change]>([
    ['another requester', { again: { asks: 'mallory' } }],
    ['another receiver', { again: { to: newAddress() } }],
    [
      'a changed policy',
      {
        before: async () => {
          const [{ id }] = (await callPolicies('GET', '')).content
          await callPolicies('PUT', `/${id}`, { rule: buildRule({ approvers: [...PEOPLE].toReversed() }) })
        },
      },
    ],
    [
      'a removed passkey',
      {
        before: (uuid) =>
          sql`update held_approvers set decided_with = 'removed' where transaction_id = ${uuid}::uuid`.execute(
            db,
          ),
      },
    ],
    [
      'an approval from too long ago',
      {
        before: (uuid) =>
          sql`update held_approvers set decided_at = decided_at
            - ${APPROVAL_CARRIED_SECONDS_MAX}::integer * interval '1 second'
            where transaction_id = ${uuid}::uuid`.execute(db),
      },
    ],
    ['an approval that a newer request took', { before: (_, to) => signAgain(to) }],
    [
      'an approver who was removed since, and named again',
      {
        before: async () => {
          await expireHeld(world.ctx)
          await removeForAWhile()
        },
      },
    ],
    [
      'one more approval required since',
      {
        before: async () => {
          const [{ id }] = (await callPolicies('GET', '')).content
          await callPolicies('PUT', `/${id}`, { rule: buildRule({ approvalsRequired: 3 }) })
        },
      },
    ],
    ['one more policy since', { before: () => createPolicy({ approvalsRequired: 1 }) }],
    [
      'an integration that has the id of the requester',
      {
        again: {
          headers: {
            'x-latchkey-requester': JSON.stringify({ kind: 'integration', id: 'requester', name: 'x' }),
          },
        },
      },
    ],
  ])('behavior: loses it with %s', async (_what, { before, again }) => {
    await createPolicy()
    const { to, uuid } = await expireApproved()
    await before?.(uuid, to)
    const sent = await signAgain(to, again)
    expect(await countGiven(sent.transactionUuid)).toBe(0)
  })

  test.each<[string, (uuid: string) => Promise<unknown>]>([
    ['declined', (uuid) => ben.decide(uuid, 'reject')],
    ['cancelled', (uuid) => world.call('POST', `/v1/org/transactions/${uuid}/cancel`)],
    ['executed', (uuid) => ben.decide(uuid, 'approve')],
    ['still open', async () => undefined],
  ])('behavior: takes nothing from one that is %s', async (_what, end) => {
    await createPolicy()
    const to = newAddress()
    const { transactionUuid: uuid } = await send({ to })
    await ada.decide(uuid, 'approve')
    await end(uuid)
    expect(await countGiven((await signAgain(to)).transactionUuid)).toBe(0)
  })

  test('behavior: two of the same call at once take the approval once', async () => {
    await createPolicy()
    const { to } = await expireApproved()
    const sent = await Promise.all([signAgain(to), signAgain(to), signAgain(to)])
    const given = await Promise.all(sent.map(({ transactionUuid }) => countGiven(transactionUuid)))
    expect(given.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  })

  test('error: an approval of the expired request itself decides nothing any more', async () => {
    await createPolicy()
    const { to, uuid } = await expireApproved()
    await signAgain(to)
    expect((await ben.decide(uuid, 'approve')).content).toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(
      await decideHeld(world.ctx, { transactionId: uuid, approverId: uuid, outcome: { state: 'APPROVED' } }),
    ).toBe(false)
  })
})

test('behavior: a message that is signed again keeps its approval, and one further approval releases it', async () => {
  await createPolicy()
  const body = signedPermit(world.chain, own)
  const hold = async () =>
    (await world.call('POST', '/v1/baas/messages', { body, headers: nameRequester('requester') })).content
  const first = await hold()
  const approve = (device: TestApprover, { messageUuid, number }: typeof first) =>
    device.decide(messageUuid, 'approve', { of: 'message', number })
  await approve(ada, first)
  await sql`update held_messages set deadline = now() where id = ${first.messageUuid}::uuid`.execute(db)
  const second = await hold()
  expect(second.messageUuid).not.toBe(first.messageUuid)
  expect((await approve(cleo, second)).content).toMatchObject({
    status: 'APPROVED',
    approvers: [{ name: 'ADA', carriedOver: true }, { name: 'BEN' }, { name: 'CLEO', decision: 'approve' }],
  })
})

const PAGE = 'https://shop.example'

test.each<[string, () => Promise<unknown>, object]>([
  ['on another page', async () => undefined, { origin: PAGE }],
  ['after its approver was removed and named again', removeForAWhile, {}],
])('behavior: a message that is signed again %s keeps no approval', async (_how, before, changes) => {
  const embedding = await world.call('PUT', '/v1/org/organization', { body: { embedOrigins: [PAGE] } })
  expect(embedding.status, embedding.text).toBe(200)
  await createPolicy()
  const typedData = newPermit(world.chain, own.address)
  const headers = nameRequester('requester')
  const hold = async (body: object) =>
    (await world.call('POST', '/v1/baas/messages', { body, headers })).content
  const { messageUuid, number } = await hold(signedPermit(world.chain, own, typedData))
  await ada.decide(messageUuid, 'approve', { of: 'message', number })
  await sql`update held_messages set deadline = now() where id = ${messageUuid}::uuid`.execute(db)
  await before()
  const frame: Parameters<typeof signedPermit>[3] =
    'origin' in changes ? { crossOrigin: true, topOrigin: PAGE } : {}
  const again = await hold({ ...signedPermit(world.chain, own, typedData, frame), ...changes })
  expect(again.messageUuid).not.toBe(messageUuid)
  const read = (await ben.get(`/messages/${again.messageUuid}`)).content
  expect(read.approvers).toMatchObject([{ name: 'ADA' }, { name: 'BEN' }, { name: 'CLEO' }])
  expect(JSON.stringify(read.approvers)).not.toContain('approve')
})
