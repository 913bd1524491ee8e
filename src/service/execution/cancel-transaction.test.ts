import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { transactionTimelineSchema } from '#protocol/transaction-timeline.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const RECEIVER = '0x00000000000000000000000000000000000c0111'
const WITHDRAWN = 'withdrawn by the organization'

const world = await forFile(serviceWorld.approvals())
const one = await world.protectedWallet()
const cancel = (uuid: string) => world.call('POST', `/v1/org/transactions/${uuid}/cancel`)

test('behavior: cancels a pending transaction with its event, and a repeated cancel returns the same', async () => {
  const uuid = await world.hold(one.wallet)
  const answer = await cancel(uuid)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.content).toMatchObject({ transactionUuid: uuid, status: 'CANCELLED', reason: WITHDRAWN })
  expect(await cancel(uuid)).toMatchObject({ status: 200, content: answer.content })
  expect(await world.eventsOf(uuid)).toEqual(['transaction.cancelled'])
  // Events get their numbers after they are stored.
  const events = async () => (await world.call('GET', '/v1/org/events?type=transaction.cancelled')).content
  await expect
    .poll(events)
    .toMatchObject([{ data: { transactionUuid: uuid, status: 'CANCELLED', reason: WITHDRAWN } }])
  const { content } = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
  const { steps } = transactionTimelineSchema.parse(content)
  expect(steps.filter(({ kind }) => kind !== 'notified').map(({ kind }) => kind)).toEqual([
    'submitted',
    'held',
    'withdrawn',
  ])
})

test('behavior: the end-user can no longer decide a cancelled transaction and reads why, and it is never sent', async () => {
  const before = await world.coinsOf(RECEIVER)
  const uuid = await world.hold(one.wallet)
  const begun = await one.approver.begin(uuid, 'approve')
  const number = await world.numberOf(uuid)
  await cancel(uuid)
  const late = await one.approver.decide(uuid, 'approve', { begun, number })
  const refused = { code: 'ALREADY_DECIDED', message: 'This transaction was cancelled by the organization' }
  expect(late).toMatchObject({ status: 409, content: refused })
  const body = { transactionUuid: uuid, decision: 'reject' }
  expect(await one.approver.post('/decisions/begin', body)).toMatchObject({ status: 409, content: refused })
  const { content } = await one.approver.get(`/transactions/${uuid}`)
  expect(content).toMatchObject({ status: 'CANCELLED', reason: WITHDRAWN })
  expect(content).not.toHaveProperty('numbers')
  expect((await one.approver.get('/transactions')).content).toEqual([])
  expect(await world.coinsOf(RECEIVER)).toBe(before)
})

test.each([
  ['approve', 'This transaction was already approved'],
  ['reject', 'This transaction was already declined'],
  ['expire', 'This transaction has expired: it was not approved in time'],
] as const)(
  'error: after %s nothing is cancelled, and the response says what happened',
  async (how, words) => {
    const uuid = await world.hold(one.wallet)
    if (how === 'expire') await world.setDeadline(uuid)
    else await one.approver.decide(uuid, how)
    const answer = await cancel(uuid)
    expect(answer).toMatchObject({ status: 409, content: { code: 'ALREADY_DECIDED' } })
    // An approved transaction may already be on the chain.
    expect(answer.content.message).toMatch(how === 'approve' ? /approved|already executed/ : words)
    expect(await world.eventsOf(uuid)).not.toContain('transaction.cancelled')
  },
)

test('error: a transaction that was never held or does not exist cannot be cancelled', async () => {
  const wallet = await world.createWallet({ coins: 10n })
  const { content } = await world.execute(world.signed(wallet, world.transfer(newAddress(), 1n)))
  const { transactionUuid } = await world.settled(content.transactionHash)
  expect(await cancel(transactionUuid)).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
  expect((await cancel('2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa')).status).toBe(404)
  expect((await world.read(transactionUuid)).status).toBe('CONFIRMED')
})
