import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { nameRequester, PEOPLE, startApprovingPeople } from '#service/testing/approving-people.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signedPermit } from '#service/testing/signed-permit.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const world = await forFile(serviceWorld.approvals())
const { db } = world.ctx
const { own, ada, ben, buildRule, callPolicies, createPolicy, send } = await startApprovingPeople(world)

afterEach(async () => {
  await db.deleteFrom('policies').execute()
})

const [ADA, BEN] = PEOPLE
const listAsked = async (uuid: string) =>
  (await ben.get(`/transactions/${uuid}`)).content.approvers.map(({ name }: { name: string }) => name)

describe('the requester is not asked', () => {
  test.each<[string, unknown[], Parameters<typeof send>[0]]>([
    ['by their member id', [ADA, BEN], { asks: 'ada' }],
    ['by a declared address', [{ email: ada.email }, BEN], { asks: 'ada', emails: ['ADA@example.com'] }],
    [
      'by a declared address with a tag',
      [{ email: ada.email }, BEN],
      { asks: 'ada', emails: ['ada+x@example.com'] },
    ],
  ])('behavior: %s', async (_how, approvers, sending) => {
    await createPolicy({ approvers, approvalsRequired: 1 })
    const { transactionUuid: uuid } = await send(sending)
    expect(await listAsked(uuid)).toEqual([BEN?.name])
    expect((await ada.get(`/transactions/${uuid}`)).status).toBe(404)
  })

  test('behavior: the requester is known by an address that another policy names with their member id', async () => {
    await createPolicy({ approvers: [{ email: ada.email }, BEN], approvalsRequired: 1 })
    await callPolicies('POST', '', {
      name: 'Off',
      enabled: false,
      rule: {
        kind: 'approval',
        tokenAddress: world.chain.tokens.erc20,
        amount: '1',
        approvers: [{ ...ADA, administratorId: 'ada' }],
      },
    })
    const { transactionUuid: uuid } = await send({ asks: 'ada' })
    expect(await listAsked(uuid)).toEqual([BEN?.name])
  })

  test('behavior: the requester is known by the address of the wallet that signs, if no administrator is named', async () => {
    await createPolicy({ approvers: [{ email: own.email, name: 'Owner' }, BEN], approvalsRequired: 2 })
    await db
      .insertInto('approvers')
      .values({
        id: crypto.randomUUID(),
        organization_id: world.demo.id,
        external_user_id: null,
        email: own.email,
        user_handle: crypto.randomUUID(),
      })
      .onConflict((one) => one.columns(['organization_id', 'external_user_id', 'email']).doNothing())
      .execute()
    await db
      .updateTable('approvers')
      .set({ enrolled_at: new Date() })
      .where('email', '=', own.email)
      .where('external_user_id', 'is', null)
      .execute()
    expect(await send({ headers: { 'x-latchkey-requester': '' } })).toMatchObject({ code: 'POLICY_REFUSED' })
    expect(await send({ asks: 'someone' })).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
  })

  test('behavior: and a declared address excludes nobody with another member id', async () => {
    await createPolicy({ approvers: [ADA, BEN], approvalsRequired: 1 })
    const { transactionUuid: uuid } = await send({ asks: 'mallory', emails: [ada.email] })
    expect(await listAsked(uuid)).toEqual([ADA?.name, BEN?.name])
  })
})

describe('a person with two mailboxes', () => {
  const second = { email: ben.email, name: 'Ada, at home' }
  const bind = () =>
    callPolicies('POST', '', {
      name: 'Off',
      enabled: false,
      rule: {
        kind: 'approval',
        tokenAddress: world.chain.tokens.erc20,
        amount: '1',
        approvers: [{ ...second, administratorId: 'ada' }],
      },
    })

  test('error: is not named twice, if another policy names both with one member id', async () => {
    await bind()
    const body = { name: 'x', rule: buildRule({ approvers: [second, ADA] }) }
    expect(refusedFields(await callPolicies('POST', '', body))).toEqual(['rule.approvers.0'])
    const { id } = await createPolicy({ approvers: [ADA], approvalsRequired: 1 })
    expect(refusedFields(await callPolicies('PUT', `/${id}`, { rule: body.rule }))).toEqual([
      'rule.approvers.0',
    ])
  })

  test('behavior: counts once in a policy from before the member id was known', async () => {
    await createPolicy({ approvers: [second, ADA], approvalsRequired: 2 })
    expect(await send()).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    await bind()
    expect(await send()).toMatchObject({
      code: 'POLICY_REFUSED',
      message: expect.stringContaining('requires 2 approvals of other people, and 1 of those'),
    })
  })
})

describe('the number', () => {
  const READERS: readonly [string, Record<string, string>, boolean][] = [
    ['the requester', nameRequester('requester'), true],
    ['an approver', nameRequester('ben'), false],
    ['another member', nameRequester('mallory'), false],
    ['the key alone', {}, false],
  ]

  test('behavior: is read only by the requester, in a transaction and in a list', async () => {
    await createPolicy()
    const { transactionUuid: uuid } = await send()
    for (const [who, headers, mayRead] of READERS) {
      const one = await world.call('GET', `/v1/baas/transactions/${uuid}`, { headers })
      expect('number' in one.content.approval, who).toBe(mayRead)
      const list = await world.call('GET', `/v1/baas/transactions?wallet=${own.address}`, { headers })
      const listed = list.content.find((row: { transactionUuid: string }) => row.transactionUuid === uuid)
      expect('number' in listed.approval, who).toBe(mayRead)
    }
  })

  test('behavior: only the requester reads the number of a message', async () => {
    await createPolicy()
    const body = signedPermit(world.chain, own)
    const headers = nameRequester('requester')
    const { messageUuid } = (await world.call('POST', '/v1/baas/messages', { body, headers })).content
    for (const [who, named, mayRead] of READERS) {
      const read = await world.call('GET', `/v1/baas/messages/${messageUuid}`, { headers: named })
      expect('number' in read.content, who).toBe(mayRead)
      const again = await world.call('POST', '/v1/baas/messages', { body, headers: named })
      expect('number' in again.content, who).toBe(mayRead)
    }
  })

  test('behavior: is in no event, no listed transaction and no timeline', async () => {
    await createPolicy()
    const { transactionUuid: uuid } = await send()
    const headers = nameRequester('requester')
    const paths = [
      `/v1/org/transactions?wallet=${own.address}`,
      '/v1/org/approvals?waitingFor=others',
      `/v1/org/transactions/${uuid}/timeline`,
      '/v1/org/events',
    ]
    for (const path of paths) {
      const { text, status } = await world.call('GET', path, { headers })
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/"number":\d\d\b(?!.*"keys")/)
    }
  })

  test('behavior: stays readable for the key that replaces the requester’s', async () => {
    await createPolicy()
    const { transactionUuid: uuid } = await send()
    const rotated = await world.call('POST', `/v1/org/keys/${world.demo.keyId}/rotate`, {
      body: { graceSeconds: 600 },
    })
    expect(rotated.status, rotated.text).toBe(200)
    const headers = nameRequester('requester')
    const key = rotated.content.key
    const read = await world.call('GET', `/v1/baas/transactions/${uuid}`, { headers, key })
    expect(read.content.approval).toHaveProperty('number')
  })
})

test.each<[string, object, Record<string, string>, string | undefined]>([
  ['by their member id', BEN ?? {}, nameRequester('ben'), 'BEN'],
  [
    'by an address of theirs',
    { email: ben.email, name: 'Mail' },
    nameRequester('x', ['Ben+a@example.com']),
    'Mail',
  ],
  ['by an address with another member id', BEN ?? {}, nameRequester('x', [ben.email]), undefined],
  ['by an address that is not declared', { email: ben.email, name: 'Mail' }, nameRequester('ben'), undefined],
])('behavior: the timeline marks the reader whom a policy names %s', async (_how, named, headers, marked) => {
  await createPolicy({ approvers: [ADA, named] })
  const { transactionUuid: uuid } = await send()
  const { content } = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`, { headers })
  const selves = content.transaction.approvers.filter(({ self }: { self?: true }) => self)
  expect(selves.map(({ name }: { name: string }) => name)).toEqual(marked === undefined ? [] : [marked])
})

test('behavior: the queue counts everything, also what is on later pages, and what is decided no longer', async () => {
  await createPolicy()
  const headers = nameRequester('ben')
  const count = async () => (await world.call('GET', '/v1/org/approvals/count', { headers })).content
  const before = await count()
  const sent = []
  for (let done = 0; done < 3; done += 1) sent.push((await send()).transactionUuid)
  const pending = before.pending + 3
  expect(await count()).toEqual({ ...before, requester: before.requester + 3, pending })
  const first = await world.call('GET', '/v1/org/approvals?waitingFor=requester&limit=2', { headers })
  expect(first.content).toHaveLength(2)
  expect(first.headers.get('link')).toContain('/v1/org/approvals?')
  const [uuid = ''] = sent
  await ben.decide(uuid, 'approve')
  expect(await count()).toEqual({ requester: before.requester + 2, others: before.others + 1, pending })
  const others = await world.call('GET', '/v1/org/approvals?waitingFor=others', { headers })
  expect(others.content.map((one: { transactionUuid: string }) => one.transactionUuid)).toContain(uuid)
})
