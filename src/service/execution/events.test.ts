import { expect, test } from 'vitest'
import { EVENT_FIELDS, eventListSchema, type OrganizationEvent } from '#protocol/events.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.wallets())

async function events(): Promise<OrganizationEvent[]> {
  const answer = await world.call('GET', '/v1/org/events?afterSequence=0&limit=200')
  return eventListSchema.parse(answer.content)
}

/** Fields that the event catalog guarantees. */
const promised = (event: OrganizationEvent | undefined) =>
  Object.entries(EVENT_FIELDS)
    .flatMap(([type, fields]) => (type === event?.type ? fields : []))
    .toSorted()
const fieldsOf = (event: OrganizationEvent | undefined) => Object.keys(event?.data ?? {}).toSorted()

test('behavior: a created wallet and an executed transaction emit each state once and in order', async () => {
  const wallet = await world.createWallet({ coins: 100n })
  await world.ctx.db.updateTable('wallets').set({ external_user_id: 'user-9' }).execute()
  const { content } = await world.execute(world.signed(wallet, world.transfer(newAddress(), 1n)))
  const settled = await world.settled(content.transactionHash)
  await expect.poll(async () => (await events()).length).toBe(3)
  const [created, submitted, confirmed] = await events()
  expect(created).toMatchObject({ type: 'wallet.created', data: { walletAddress: wallet.address } })
  expect(created!.data.transactionHash).toMatch(/^0x/)
  const common = {
    transactionUuid: settled.transactionUuid,
    walletAddress: wallet.address,
    externalUserId: 'user-9',
    transactionHash: content.transactionHash,
  }
  expect(submitted).toMatchObject({
    type: 'transaction.submitted',
    data: { ...common, status: 'SUBMITTED' },
  })
  expect(confirmed).toMatchObject({
    type: 'transaction.confirmed',
    data: { ...common, status: 'CONFIRMED' },
  })
  expect(confirmed!.data).not.toHaveProperty('reason')
  expect(confirmed!.data.digest).toMatch(/^0x[0-9a-f]{64}$/)
  for (const event of [submitted, confirmed]) expect(fieldsOf(event)).toEqual(promised(event))
  expect(promised(created)).toEqual(expect.arrayContaining(fieldsOf(created)))
})

test('behavior: a refused execution and a repeated one emit nothing', async () => {
  const wallet = await world.createWallet({ coins: 100n })
  const body = world.signed(wallet, world.transfer(newAddress(), 1n))
  const first = await world.execute(body)
  await world.settled(first.content.transactionHash)
  await world.execute(body)
  const refused = await world.execute(world.signed(wallet, world.transfer(newAddress(), 101n)))
  expect(refused.status).toBe(400)
  const types = async () =>
    (await events()).flatMap(({ type, data }) => (data.walletAddress === wallet.address ? type : []))
  const expected = ['wallet.created', 'transaction.submitted', 'transaction.confirmed']
  // Events get their numbers after they are stored.
  await expect.poll(types).toEqual(expected)
})
