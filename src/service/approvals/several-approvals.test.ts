import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { EXECUTE_EXPIRATION_SECONDS_MAX, HELD_MARGIN_SECONDS } from '#protocol/limits.ts'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { addDevice } from '#service/testing/approval-service.ts'
import { enrol, type TestApprover } from '#service/testing/approver-devices.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signedPermit } from '#service/testing/signed-permit.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const world = await forFile(serviceWorld.approvals())
const { db } = world.ctx
const { erc20 } = world.chain.tokens
const own = await world.createWallet({ coins: 10_000n })
const people = ['ada', 'ben', 'cleo'].map((id) => ({
  email: `${id}@example.com`,
  administratorId: id,
  name: id.toUpperCase(),
}))

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, `/v1/org/policies${path}`, body === undefined ? {} : { body })
const buildRule = (approvalsRequired: number | undefined, approvers: unknown[] = people) => ({
  kind: 'approval',
  tokenAddress: erc20,
  amount: '10',
  approvers,
  ...(approvalsRequired !== undefined && { approvalsRequired }),
})
async function create(approvalsRequired: number | undefined, approvers?: unknown[]) {
  const rule = buildRule(approvalsRequired, approvers)
  const { status, content, text } = await call('POST', '', { name: 'Large sums', rule })
  if (status !== 200) throw new Error(text)
  return content
}
type Sending = { asks?: string; expiration?: string }
const send = async ({ asks = 'requester', ...fields }: Sending = {}) => {
  const requester = { kind: 'administrator', id: asks, name: `The ${asks}` }
  const body = world.signed(own, { ...world.transfer(newAddress(), 11n), ...fields })
  const headers = { [REQUESTER_HEADER]: JSON.stringify(requester) }
  return (await world.call('POST', '/v1/baas/transactions/execute', { body, headers })).content
}
const readListed = async (uuid: string) =>
  (await world.call('GET', `/v1/org/transactions?wallet=${own.address}`)).content.find(
    (one: { transactionUuid: string }) => one.transactionUuid === uuid,
  )

await create(1)
const devices: TestApprover[] = []
for (const { email } of people) {
  const device = world.newDevice(email)
  await enrol(device, await world.invitationFor(email))
  devices.push(device)
}
const [ada, ben, cleo] = devices
if (ada === undefined || ben === undefined || cleo === undefined) throw new Error('nobody has enrolled')

afterEach(async () => {
  await db.deleteFrom('policies').execute()
})

describe('two of three', () => {
  test('behavior: the second approval of another person sends it, and everyone sees who approved and who may', async () => {
    await create(2)
    const { transactionUuid: uuid } = await send()
    expect(await world.read(uuid)).toMatchObject({ approval: { approvalsRequired: 2, approvalsGiven: 0 } })
    const first = await ben.decide(uuid, 'approve', { comment: 'Invoice 12 is right' })
    expect(first.content).toMatchObject({
      status: 'PENDING_USER_APPROVAL',
      requestedBy: 'The requester',
      approvalsRequired: 2,
    })
    expect(first.content).not.toHaveProperty('numbers')
    const given = { decision: 'approve', comment: 'Invoice 12 is right' }
    expect((await cleo.get(`/transactions/${uuid}`)).content.approvers).toMatchObject([
      { name: 'ADA' },
      { name: 'BEN', ...given },
      { name: 'CLEO', self: true },
    ])
    expect(await readListed(uuid)).toMatchObject({
      approval: { approvalsRequired: 2, approvalsGiven: 1 },
      approvers: [
        people[0],
        { ...people[1], ...given, decidedAtDatetime: expect.stringMatching(/Z$/) },
        people[2],
      ],
    })
    expect((await ben.get('/transactions')).content).toEqual([])
    expect((await cleo.decide(uuid, 'approve')).content).toMatchObject({ status: 'APPROVED' })
    expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
    expect((await world.eventsOf(uuid)).filter((type) => type === 'transaction.approved')).toHaveLength(1)
  })

  test('behavior: one person who approves twice counts once', async () => {
    await create(2)
    const { transactionUuid: uuid } = await send()
    await ada.decide(uuid, 'approve')
    expect((await ada.decide(uuid, 'approve')).content).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect(await world.read(uuid)).toMatchObject({ approval: { approvalsGiven: 1 } })
  })

  test('behavior: one decline ends it, also after an approval and by the person who approved', async () => {
    await create(2)
    const [other, same] = [await send(), await send()].map(({ transactionUuid }) => transactionUuid)
    for (const uuid of [other, same]) await ada.decide(uuid, 'approve')
    await ben.decide(other, 'reject')
    await ada.decide(same, 'reject')
    for (const uuid of [other, same]) expect(await world.ended(uuid)).toMatchObject({ status: 'REJECTED' })
    expect((await cleo.decide(other, 'reject')).content).toMatchObject({ code: 'ALREADY_DECIDED' })
  })

  test('behavior: the requester is not asked, and without enough others it is refused', async () => {
    await create(2)
    const { transactionUuid: uuid } = await send({ asks: 'ada' })
    expect((await ada.get(`/transactions/${uuid}`)).status).toBe(404)
    expect((await ben.get(`/transactions/${uuid}`)).content.approvers).toHaveLength(2)
    await call('DELETE', `/${(await call('GET', '')).content[0].id}`)
    await create(3)
    expect(await send({ asks: 'ada' })).toMatchObject({ code: 'POLICY_REFUSED' })
  })

  test('behavior: two policies ask the people whom both name, for the higher number', async () => {
    await create(1)
    await create(2, people.slice(1))
    const { transactionUuid: uuid } = await send()
    expect(await readListed(uuid)).toMatchObject({
      approval: { approvalsRequired: 2 },
      approvers: [people[1], people[2]],
    })
  })

  test('behavior: it stays open for as long as the signature, up to a day', async () => {
    await create(2)
    const seconds = Math.floor(Date.now() / 1_000) + EXECUTE_EXPIRATION_SECONDS_MAX - 120
    const { transactionUuid: uuid } = await send({ expiration: String(seconds) })
    const { approval } = await world.read(uuid)
    expect(new Date(approval.expiresAtDatetime).getTime()).toBe((seconds - HELD_MARGIN_SECONDS) * 1_000)
  })

  test('behavior: a reminder goes to those who have not decided', async () => {
    await create(2)
    const { transactionUuid: uuid } = await send()
    await ada.decide(uuid, 'approve')
    await sql`update approver_mails set created_at = created_at - interval '2 minutes'`.execute(db)
    const reminded = await world.call('POST', `/v1/org/transactions/${uuid}/notify`)
    expect(reminded.status, reminded.text).toBe(200)
    const mails = db.selectFrom('approver_mails').innerJoin('approvers', 'approvers.id', 'approver_id')
    const sent = mails.select('email').where('kind', '=', 'reminder').where('transaction_id', '=', uuid)
    expect((await sent.orderBy('email').execute()).map(({ email }) => email)).toEqual([ben.email, cleo.email])
  })

  test('behavior: a message needs two approvals too', async () => {
    await create(2)
    const body = signedPermit(world.chain, own)
    const held = (await world.call('POST', '/v1/baas/messages', { body })).content
    const { messageUuid, number } = held
    const approve = (device: TestApprover) => device.decide(messageUuid, 'approve', { of: 'message', number })
    for (const device of [ada, ada])
      expect((await approve(device)).content).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await approve(cleo)).content).toMatchObject({ status: 'APPROVED' })
    const read = await world.call('GET', `/v1/baas/messages/${messageUuid}`)
    expect(read.content).toMatchObject({ status: 'APPROVED' })
  })
})

describe('changes while it waits', () => {
  test('behavior: an approval of a removed passkey does not count, and its person approves again', async () => {
    await create(2)
    const second = await addDevice(world, ada)
    const { transactionUuid: uuid } = await send()
    await second.decide(uuid, 'approve')
    await db
      .deleteFrom('approver_passkeys')
      .where('credential_id', '=', second.passkey.credentialId)
      .execute()
    expect((await ben.decide(uuid, 'approve')).content).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await ada.decide(uuid, 'approve')).content).toMatchObject({ status: 'APPROVED' })
    expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['requires one now', (id) => call('PUT', `/${id}`, { rule: buildRule(1) })],
    ['is deleted', (id) => call('DELETE', `/${id}`)],
    ['is off', (id) => call('PUT', `/${id}`, { enabled: false })],
  ])('behavior: a policy that %s releases nothing that waits for two', async (_what, loosen) => {
    const { id } = await create(2)
    const { transactionUuid: uuid } = await send()
    await loosen(id)
    expect((await ada.decide(uuid, 'approve')).content).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    await ben.decide(uuid, 'approve')
    expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('behavior: a policy that requires two now does not send what one person approved', async () => {
    const { id } = await create(1)
    const { transactionUuid: uuid } = await send()
    await call('PUT', `/${id}`, { rule: buildRule(2) })
    await ada.decide(uuid, 'approve')
    const { status, reason } = await world.ended(uuid)
    expect([status, reason]).toEqual(['FAILED', expect.stringContaining('Large sums')])
  })

  test('behavior: an approver who is no longer named does not count', async () => {
    const { id } = await create(2)
    const { transactionUuid: uuid } = await send()
    await ada.decide(uuid, 'approve')
    await call('PUT', `/${id}`, { rule: buildRule(2, people.slice(1)) })
    await ben.decide(uuid, 'approve')
    expect(await world.ended(uuid)).toMatchObject({ status: 'FAILED' })
  })
})

test.each<[string, number, string]>([
  ['more approvals than approvers', 4, 'rule.approvalsRequired'],
  ['no approval', 0, 'rule.approvalsRequired'],
  ['half an approval', 1.5, 'rule.approvalsRequired'],
])('param: rejects %s', async (_what, approvalsRequired, path) => {
  expect(refusedFields(await call('POST', '', { name: 'x', rule: buildRule(approvalsRequired) }))).toEqual([
    path,
  ])
})
