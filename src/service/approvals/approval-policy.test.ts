import { afterEach, describe, expect, test } from 'vitest'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { readStream } from '#protocol/testing/read-stream.ts'
import { enrol, type TestApprover } from '#service/testing/approver-devices.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { bringOutside } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const world = await forFile(serviceWorld.approvals())
const { erc20 } = world.chain.tokens
const own = await world.createWallet({ coins: 1_000n })
const ANNA = { email: 'anna@example.com', administratorId: 'anna' }
const BERT = { email: 'bert@example.com', administratorId: 'bert' }

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, `/v1/org/policies${path}`, body === undefined ? {} : { body })
async function create(approvers: unknown[] = [ANNA, BERT], amount = '10') {
  const rule = { kind: 'approval', tokenAddress: erc20, amount, approvers }
  const { status, content, text } = await call('POST', '', { name: 'Large sums', rule })
  if (status !== 200) throw new Error(text)
  return content
}
const send = (amount: bigint, { wallet = own, asks }: { wallet?: typeof own; asks?: string } = {}) =>
  world.call('POST', '/v1/baas/transactions/execute', {
    body: world.signed(wallet, world.transfer(newAddress(), amount)),
    headers: asks === undefined ? {} : { [REQUESTER_HEADER]: requester(asks) },
  })
const requester = (id: string) => JSON.stringify({ kind: 'administrator', id, name: id })
const mailsTo = (email: string) => world.ctx.mails.filter((mail) => mail.to === email)

/** Creates an administrator that the policy names and enrols them, once for the file. */
async function enrolled({ email }: { email: string }): Promise<TestApprover> {
  const device = world.newDevice(email)
  await enrol(device, await world.invitationFor(email))
  return device
}

await create()
const anna = await enrolled(ANNA)
const bert = await enrolled(BERT)

afterEach(async () => {
  await world.ctx.db.deleteFrom('policies').execute()
})

describe('held calls', () => {
  test('behavior: holds payments above the amount until the administrator approves with the number, and no smaller ones', async () => {
    await create()
    expect((await send(10n)).content).toMatchObject({ transactionHash: expect.stringMatching(/^0x/) })
    const { content } = await send(11n)
    expect(content).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    const uuid = content.transactionUuid
    expect(await world.read(uuid)).toMatchObject({ approval: { forOrganization: true } })
    expect((await bert.get(`/transactions/${uuid}`)).content).toMatchObject({ forOrganization: true })
    expect((await anna.get(`/transactions/${uuid}`)).content).toMatchObject({ forOrganization: true })
    expect((await anna.decide(uuid, 'approve')).status).toBe(200)
    expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.eventsOf(uuid)).toContain('transaction.approved')
    const listed = await world.call('GET', `/v1/org/transactions?wallet=${own.address}`)
    expect(listed.content[0]).toMatchObject({ transactionUuid: uuid, approverEmail: ANNA.email })
  })

  test('behavior: the mail to an administrator names the wallet’s owner, and never the number', async () => {
    await create()
    // An amount with three digits cannot be mistaken for the two-digit number. The line with the time is removed
    // below.
    const { content } = await send(111n)
    await expect.poll(() => mailsTo(ANNA.email).at(-1)?.text).toContain(content.transactionUuid)
    const { subject, text } = mailsTo(ANNA.email).at(-1)!
    expect(subject).toBe('Approve or decline a transaction at Demo')
    expect(text).toContain('A transaction of Demo is waiting for your approval.')
    expect(text).not.toContain('your wallet')
    expect(text.replace(/^It expires on .*$/m, '')).not.toMatch(
      new RegExp(`\\b${await world.numberOf(content.transactionUuid)}\\b`),
    )
  })

  test('behavior: the requester cannot approve; the other person on the list does', async () => {
    await create()
    const { transactionUuid } = (await send(11n, { asks: 'anna' })).content
    expect((await anna.get(`/transactions/${transactionUuid}`)).status).toBe(404)
    await bert.decide(transactionUuid, 'reject')
    expect(await world.ended(transactionUuid)).toMatchObject({ status: 'REJECTED' })
  })

  test('behavior: a wallet with an end-user is held only for its end-user', async () => {
    await create()
    const { wallet, approver } = await world.protectedWallet()
    const { transactionUuid } = (await send(11n, { wallet })).content
    expect((await anna.get(`/transactions/${transactionUuid}`)).status).toBe(404)
    expect((await approver.get(`/transactions/${transactionUuid}`)).content).not.toHaveProperty(
      'forOrganization',
    )
    await approver.decide(transactionUuid, 'approve')
    expect(await world.ended(transactionUuid)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('behavior: a wallet whose end-user has not enrolled is held for an administrator, until they enrol', async () => {
    await create()
    const free = await world.createWallet({ coins: 50n, externalUserId: 'not-enrolled' })
    const [before, across] = [await send(11n, { wallet: free }), await send(12n, { wallet: free })]
    const { transactionUuid } = before.content
    expect((await anna.get(`/transactions/${transactionUuid}`)).content).toMatchObject({
      forOrganization: true,
    })
    await anna.decide(transactionUuid, 'approve')
    expect(await world.ended(transactionUuid)).toMatchObject({ status: 'CONFIRMED' })
    const person = await enrolled(free)
    await anna.decide(across.content.transactionUuid, 'approve')
    expect(await world.ended(across.content.transactionUuid)).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('has enrolled since'),
    })
    const after = (await send(13n, { wallet: free })).content
    expect((await person.get(`/transactions/${after.transactionUuid}`)).status).toBe(200)
  })

  test('behavior: approved by an administrator before the end-user enrolled, executed by a stranger → shown to the end-user', async () => {
    await create()
    const free = await world.createWallet({ coins: 50n, externalUserId: 'enrols-between' })
    const body = world.signed(free, world.transfer(newAddress(), 11n))
    const { transactionUuid: uuid } = (await world.execute(body)).content
    const person = await enrolled(free)
    await anna.decide(uuid, 'approve')
    expect(await world.ended(uuid)).toMatchObject({ status: 'FAILED' })
    await bringOutside(world, body)
    await expect.poll(async () => (await person.get(`/transactions/${uuid}`)).status).toBe(200)
    expect((await person.get(`/transactions/${uuid}`)).content).toMatchObject({ status: 'CONFIRMED' })
    const { transactions } = (await person.get('/history')).content
    expect(transactions).toMatchObject([{ transactionUuid: uuid }])
  })

  test('behavior: an administrator’s page receives events of a call of an end-user who has not enrolled', async () => {
    await create()
    const free = await world.createWallet({ coins: 50n, externalUserId: 'never-enrols' })
    const headers = { accept: 'text/event-stream', 'sec-fetch-site': 'same-origin', cookie: anna.cookie() }
    const live = new Request('http://localhost:4000/approve/api/live', { headers })
    const reader = readStream(await world.fetch(live))
    await send(11n, { wallet: free })
    await expect.poll(() => reader.frames.length).toBe(1)
    await reader.leave()
  })

  test('behavior: with two policies, only a person whom both name approves', async () => {
    await create([ANNA, BERT])
    await create([BERT], '5')
    const { transactionUuid } = (await send(11n)).content
    expect((await bert.get(`/transactions/${transactionUuid}`)).status).toBe(200)
    expect((await send(11n, { asks: 'bert' })).content).toMatchObject({ code: 'POLICY_REFUSED' })
  })
})

describe('refusals', () => {
  test('error: refuses while no other administrator has enrolled, and stores nothing', async () => {
    const policy = await create([ANNA, { email: 'late@example.com' }])
    const count = async () => (await world.ctx.db.selectFrom('transactions').select('id').execute()).length
    const before = await count()
    expect(await send(11n, { asks: 'anna' })).toMatchObject({
      status: 403,
      content: { code: 'POLICY_REFUSED', details: { policyId: policy.id, policyName: 'Large sums' } },
    })
    expect(await count()).toBe(before)
    expect((await send(10n, { asks: 'anna' })).status).toBe(200)
  })

  test('behavior: an approval does not count if the policy no longer names the approver when the call is sent', async () => {
    const policy = await create([ANNA])
    const { transactionUuid } = (await send(11n)).content
    const rule = { ...policy.rule, approvers: [BERT] }
    expect((await call('PUT', `/${policy.id}`, { rule })).status).toBe(200)
    await anna.decide(transactionUuid, 'approve')
    const { status, reason } = await world.ended(transactionUuid)
    expect([status, reason]).toEqual(['FAILED', expect.stringContaining('Large sums')])
  })

  test('error: executing it again does not send it with the approval of a person who is no longer named', async () => {
    const policy = await create([ANNA])
    const body = world.signed(own, world.transfer(newAddress(), 11n))
    const { transactionUuid } = (await world.execute(body)).content
    const rule = { ...policy.rule, approvers: [BERT] }
    await call('PUT', `/${policy.id}`, { rule })
    await anna.decide(transactionUuid, 'approve')
    await world.ended(transactionUuid)
    const again = await world.execute(body)
    expect(again.content).toMatchObject({ status: 'PENDING_USER_APPROVAL', transactionUuid })
    expect(await world.read(transactionUuid)).toMatchObject({ status: 'FAILED' })
  })
})

describe('the list', () => {
  test('behavior: it shows who has enrolled; others get one invitation, in these words', async () => {
    const policy = await create([ANNA, { email: 'New@Example.com' }])
    expect(policy).toMatchObject({
      enrolled: [ANNA.email],
      rule: { approvers: [ANNA, { email: 'new@example.com' }] },
    })
    await world.invitationFor('new@example.com')
    const [mail] = mailsTo('new@example.com')
    expect(mail).toMatchObject({ subject: 'Approve payments of Demo' })
    expect(mail?.text).not.toContain('wallet at')
    const annas = mailsTo(ANNA.email).filter(({ text }) => text.includes('#invite=')).length
    await call('PUT', `/${policy.id}`, { name: 'Renamed' })
    expect(mailsTo(ANNA.email).filter(({ text }) => text.includes('#invite='))).toHaveLength(annas)
    expect((await call('GET', '')).content).toMatchObject([{ name: 'Renamed', enrolled: [ANNA.email] }])
    expect((await call('DELETE', `/${policy.id}`)).content).toMatchObject({ enrolled: [ANNA.email] })
  })

  test('behavior: a policy that is off invites no one; turned on, it does', async () => {
    const email = 'off@example.com'
    const rule = { kind: 'approval', tokenAddress: erc20, amount: '1', approvers: [{ email }] }
    const { content } = await call('POST', '', { name: 'Off', enabled: false, rule })
    const queued = async () =>
      (
        await world.ctx.db
          .selectFrom('approver_mails')
          .innerJoin('approvers', 'approvers.id', 'approver_mails.approver_id')
          .select('kind')
          .where('email', '=', email)
          .execute()
      ).length
    expect(await queued()).toBe(0)
    await call('PUT', `/${content.id}`, { enabled: true })
    expect(await queued()).toBe(1)
    await call('PUT', `/${content.id}`, { enabled: false })
    expect(await queued()).toBe(1)
  })

  test.each<[string, unknown, string]>([
    ['no approver', [], 'rule.approvers'],
    ['one without an address', [{ email: 'anna' }], 'rule.approvers.0.email'],
    ['an unknown field', [{ ...ANNA, role: 'owner' }], 'rule.approvers.0.role'],
    ['one email twice', [ANNA, { email: 'Anna@example.com' }], 'rule.approvers'],
    ['one member twice', [ANNA, { ...BERT, administratorId: 'anna' }], 'rule.approvers'],
  ])('param: rejects %s', async (_what, approvers, path) => {
    const rule = { kind: 'approval', tokenAddress: erc20, amount: '1', approvers }
    expect(refusedFields(await call('POST', '', { name: 'x', rule }))).toEqual([path])
  })

  test('behavior: a dry run counts what would have been held, unless an end-user approves for the wallet', async () => {
    const users = await world.createWallet({ coins: 30n, externalUserId: 'somebodys' })
    const { wallet: enrolledOne } = await world.protectedWallet()
    const before = (await dryRun('12')).refusedTransactions
    await send(13n)
    await send(15n, { wallet: users })
    await send(15n, { wallet: enrolledOne })
    expect((await dryRun('12')).refusedTransactions).toBe(before + 2)
    expect((await dryRun('15')).refusedTransactions).toBeLessThan(before + 2)
  })
})

async function dryRun(amount: string) {
  const rule = { kind: 'approval', tokenAddress: erc20, amount, approvers: [ANNA] }
  return (await call('POST', '/dry-run', { rule })).content
}
