import { afterEach, describe, expect, test, vi } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { alertKinds } from '#service/alerts/alert-kinds.ts'
import { evaluateAlerts } from '#service/alerts/raise-alerts.ts'
import { failApproved } from '#service/execution/send-approved.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { PEOPLE, startApprovingPeople } from '#service/testing/approving-people.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signedPermit } from '#service/testing/signed-permit.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const world = await forFile(serviceWorld.approvals())
const { db } = world.ctx
const { own, ada, ben, cleo, buildRule, callPolicies, createPolicy, send, readListed } =
  await startApprovingPeople(world)

afterEach(async () => {
  await db.deleteFrom('policies').execute()
})

const remove = async (administratorId: string, emails?: string[], key?: string) => {
  const body = { administratorId, ...(emails && { emails }) }
  const answer = await world.call('POST', '/v1/org/approvers/removal', { body, ...(key && { key }) })
  expect(answer.status, answer.text).toBe(200)
  return answer.content
}
const approvalAlerts = async () => {
  await evaluateAlerts(
    world.ctx,
    alertKinds(world.ctx).filter(({ kind }) => kind === 'approvers-missing'),
  )
  const { content } = await world.call('GET', '/v1/org/alerts')
  return content.filter(({ kind }: { kind: string }) => kind === 'approvers-missing')
}

describe('a removed member', () => {
  test('behavior: cannot read or decide a request that was open, and their approval no longer counts', async () => {
    await createPolicy()
    const [open, approved] = [await send(), await send()].map(({ transactionUuid }) => transactionUuid)
    await ada.decide(approved, 'approve')
    const begun = await ada.begin(open, 'approve')
    expect(await remove('ada')).toEqual({ policies: 1, openRequests: 2 })
    expect((await ada.decide(open, 'approve', { begun })).status).toBe(404)
    expect((await ada.get(`/transactions/${open}`)).status).toBe(404)
    expect((await ada.get('/transactions')).content).toEqual([])
    for (const decision of ['approve', 'reject'] as const) {
      const asked = { transactionUuid: approved, decision, ...(decision === 'approve' && { number: 10 }) }
      expect((await ada.post('/decisions/begin', asked)).status).toBe(404)
    }
    expect(await readListed(approved)).toMatchObject({
      approval: { approvalsGiven: 0 },
      approvers: [{ name: 'ADA', removed: true }, { name: 'BEN' }, { name: 'CLEO' }],
    })
    expect((await ben.decide(approved, 'approve')).content).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await cleo.decide(approved, 'approve')).content).toMatchObject({ status: 'APPROVED' })
    expect(await remove('ada')).toEqual({ policies: 0, openRequests: 0 })
  })

  test('behavior: is not asked any more, and the policy shows whose approval is missing, with an alert', async () => {
    const { id } = await createPolicy({ approvers: PEOPLE.slice(0, 2) })
    expect(await approvalAlerts()).toEqual([])
    await remove('ben')
    const [policy] = (await callPolicies('GET', '')).content
    expect(policy.rule.approvers).toEqual([PEOPLE[0], { ...PEOPLE[1], removed: true }])
    expect(policy.enrolled).toEqual([ada.email])
    expect(await send()).toMatchObject({
      code: 'POLICY_REFUSED',
      message: expect.stringContaining('requires 2 approvals of other people, and 1 of those'),
    })
    expect(await approvalAlerts()).toMatchObject([
      { kind: 'approvers-missing', subject: id, name: 'Large sums' },
    ])
    await callPolicies('PUT', `/${id}`, { rule: buildRule({ approvers: [PEOPLE[0], PEOPLE[2]] }) })
    expect(await approvalAlerts()).toEqual([])
    expect(await send()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
  })

  test('behavior: regains the power only in later requests, after the policy names them again', async () => {
    const { id } = await createPolicy()
    const { transactionUuid: earlier } = await send()
    await remove('ada')
    const renamed = await callPolicies('PUT', `/${id}`, { name: 'Renamed' })
    expect(renamed.content.rule.approvers[0]).toMatchObject({ removed: true })
    await callPolicies('PUT', `/${id}`, { rule: buildRule() })
    expect((await ada.get(`/transactions/${earlier}`)).status).toBe(404)
    const { transactionUuid: later } = await send()
    expect((await ada.get(`/transactions/${later}`)).status).toBe(200)
  })

  test.each([
    ['by their member id', PEOPLE, 'ada'],
    ['by an address', PEOPLE.map(({ email, name }) => ({ email, name })), 'someone'],
  ])('error: is not named again %s by a form that was open during the removal', async (_how, people, id) => {
    const { id: policyId, updatedAtDatetime } = await createPolicy({ approvers: people })
    const save = (fields: object) => callPolicies('PUT', `/${policyId}`, fields)
    const rule = buildRule({ approvers: people })
    expect((await save({ rule, updatedAtDatetime })).status).toBe(200)
    const [opened] = (await callPolicies('GET', '')).content
    await remove(id, [ada.email])
    const stale = { rule, name: 'Renamed', updatedAtDatetime: opened.updatedAtDatetime }
    expect(refusedFields(await save(stale))).toEqual(['rule.approvers.0'])
    const [stored] = (await callPolicies('GET', '')).content
    expect(stored).toMatchObject({ name: 'Large sums', rule: { approvers: [{ removed: true }, {}, {}] } })
    const without = buildRule({ approvers: people.slice(1) })
    expect((await save({ ...stale, rule: without })).status).toBe(200)
  })

  test('behavior: is found by an address too, if the policy names no member id, whatever its tag', async () => {
    const byAddress = PEOPLE.map(({ email, name }) => ({ email, name }))
    await createPolicy({ approvers: byAddress })
    const { transactionUuid: uuid } = await send()
    expect(await remove('someone', ['Ada+phone@Example.com'])).toEqual({ policies: 1, openRequests: 1 })
    expect((await ada.get(`/transactions/${uuid}`)).status).toBe(404)
  })

  test('behavior: cannot decide an open message either', async () => {
    await createPolicy()
    const body = signedPermit(world.chain, own)
    const { content } = await world.call('POST', '/v1/baas/messages', { body })
    const { messageUuid, number } = content
    const approve = (device: TestApprover) => device.decide(messageUuid, 'approve', { of: 'message', number })
    await approve(ada)
    await remove('ada')
    expect((await ada.get(`/messages/${messageUuid}`)).status).toBe(404)
    expect((await approve(ben)).content).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect((await approve(cleo)).content).toMatchObject({ status: 'APPROVED' })
  })

  test('behavior: has no power over a request that is held at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await createPolicy()
      const [sent] = await Promise.all([send(), remove('ada')])
      expect(sent).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
      expect((await ada.get(`/transactions/${sent.transactionUuid}`)).status).toBe(404)
      await callPolicies('DELETE', `/${id}`)
    }
  })

  test('behavior: a person of another organization keeps the power', async () => {
    const other = await world.addOrganization('Other', 'other-approvals.example')
    await createPolicy()
    const { transactionUuid: uuid } = await send()
    expect(await remove('ada', [ada.email], other.key)).toEqual({ policies: 0, openRequests: 0 })
    expect((await ada.get(`/transactions/${uuid}`)).status).toBe(200)
  })
})

/** Delays the sending of approved calls by a minute. */
const delaySending = () =>
  db
    .updateTable('held_transactions')
    .set({ send_after: new Date(Date.now() + 60_000) })
    .execute()

test('behavior: an approved call whose approver is removed before it is sent fails with that reason', async () => {
  await createPolicy({ approvalsRequired: 1 })
  const { transactionUuid: uuid } = await send()
  await delaySending()
  await ada.decide(uuid, 'approve')
  await remove('ada')
  await db
    .updateTable('held_transactions')
    .set({ send_after: new Date(0) })
    .execute()
  expect(await world.ended(uuid)).toMatchObject({
    status: 'FAILED',
    reason: expect.stringContaining('a person of its approvals was removed'),
  })
})

test('behavior: an approved call whose approver is removed while it is being sent fails with that reason', async () => {
  await createPolicy({ approvalsRequired: 1 })
  const to = newAddress()
  const { transactionUuid: uuid } = await send({ to })
  const { submit } = world.ctx.relay
  const submitting = vi.spyOn(world.ctx.relay, 'submit').mockImplementation(async (request) => {
    if (request.purpose === 'transaction') await remove('ada')
    return submit(request)
  })
  await ada.decide(uuid, 'approve')
  expect(await world.ended(uuid)).toMatchObject({
    status: 'FAILED',
    reason: expect.stringContaining('a person of its approvals was removed'),
  })
  submitting.mockRestore()
  expect(await world.coinsOf(to)).toBe(0n)
})

test('behavior: a failed call is not sent again with an approval from before its approver was removed and named again', async () => {
  const { id } = await createPolicy({ approvalsRequired: 1 })
  const call = { to: newAddress(), expiration: String(Math.floor(Date.now() / 1_000) + 3_600) }
  const { transactionUuid: uuid } = await send(call)
  await delaySending()
  await ada.decide(uuid, 'approve')
  const { digest } = await world.read(uuid)
  await failApproved(world.ctx, { id: uuid, digest }, { reason: 'the test lets it fail' })
  expect(await remove('ada')).toEqual({ policies: 1, openRequests: 0 })
  await callPolicies('PUT', `/${id}`, { rule: buildRule({ approvalsRequired: 1 }) })
  await send(call)
  expect(await world.read(uuid)).toMatchObject({ status: 'FAILED' })
})

test('behavior: a removed member gets no reminder, and the reminder of the others does not name them', async () => {
  // Earlier tests may have used up the limit on mails, which counts the stored mails of the last minutes.
  await db.deleteFrom('approver_mails').execute()
  await createPolicy()
  const { transactionUuid: uuid } = await send()
  const mailTo = (email: string) =>
    world.ctx.mails.filter((one) => one.to === email && one.text.includes(uuid)).length
  await expect.poll(() => PEOPLE.map(({ email }) => mailTo(email))).toEqual([1, 1, 1])
  await remove('ada')
  await db
    .updateTable('approver_mails')
    .set({ created_at: new Date(Date.now() - 120_000) })
    .execute()
  expect((await world.call('POST', `/v1/org/transactions/${uuid}/notify`)).status).toBe(200)
  await expect.poll(() => PEOPLE.slice(1).map(({ email }) => mailTo(email))).toEqual([2, 2])
  const reminder = world.ctx.mails.findLast(({ to }) => to === ben.email)?.text
  expect(reminder).toContain('CLEO has not decided yet.')
  expect(reminder).not.toContain('ADA')
  const queued = await db
    .selectFrom('approver_mails')
    .innerJoin('approvers', 'approvers.id', 'approver_id')
    .select('email')
    .where('transaction_id', '=', uuid)
    .where('kind', '=', 'reminder')
    .orderBy('email')
    .execute()
  expect(queued.map(({ email }) => email)).toEqual([ben.email, cleo.email])
})

test.each<[string, object, string]>([
  [
    'one mailbox under two tags',
    { approvers: [{ email: 'ada+a@example.com' }, { email: 'ada@example.com' }] },
    'rule.approvers.1',
  ],
  [
    'one mailbox in two spellings',
    { approvers: [{ email: 'a@münchen.example' }, { email: 'a@xn--mnchen-3ya.example' }] },
    'rule.approvers.1',
  ],
  [
    'fewer people than approvals without the removed',
    { approvers: [PEOPLE[0], { ...PEOPLE[1], removed: true }] },
    'rule.approvers',
  ],
])('param: rejects a policy that names %s', async (_what, rule, path) => {
  const body = { name: 'x', rule: buildRule(rule) }
  expect(refusedFields(await callPolicies('POST', '', body))).toEqual([path])
  const { id } = await createPolicy()
  expect(refusedFields(await callPolicies('PUT', `/${id}`, { rule: body.rule }))).toEqual([path])
})
