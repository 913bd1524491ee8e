import { expect, test } from 'vitest'
import { organizationTransactionListSchema } from '#protocol/organization-transactions.ts'
import { REQUESTER_HEADER, type NamedRequester } from '#protocol/requester.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { transactionTimelineSchema } from '#protocol/transaction-timeline.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.approvals())
const wallet = await world.createWallet({ coins: 1_000n })
const one = await world.protectedWallet()

const IP = '203.0.113.7'
const WIDGET: NamedRequester = {
  kind: 'integration',
  id: 'integration-1',
  name: 'Shop 愛',
  origin: 'https://shop.example',
  ipAddress: '198.51.100.4',
}
const headerOf = (text: string) => ({ [REQUESTER_HEADER]: text })
const encoded = (named: unknown) => headerOf(JSON.stringify(named).replaceAll('愛', String.raw`\u611b`))

async function requesterOf(uuid: string) {
  const { content } = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
  return transactionTimelineSchema.parse(content).requester
}
async function execute(headers: Record<string, string>, address?: string) {
  const body = world.signed(wallet, world.transfer(newAddress(), 1n))
  const client = address === undefined ? {} : { client: { address } }
  const path = '/v1/baas/transactions/execute'
  const { content, text } = await world.call('POST', path, { body, headers, ...client })
  expect(content.transactionHash, text).toBeDefined()
  return { body, uuid: (await world.settled(content.transactionHash)).transactionUuid as string }
}

test('behavior: an immediately sent call names the API key and its address, even after the key was renamed', async () => {
  const { uuid } = await execute({}, IP)
  expect(await requesterOf(uuid)).toEqual({
    apiKey: { id: world.demo.keyId, label: expect.any(String) },
    ipAddress: IP,
  })
  await world.ctx.db.updateTable('api_keys').set({ label: 'Backend' }).execute()
  expect((await requesterOf(uuid))?.apiKey?.label).toBe('Backend')
})

test('behavior: the person named by the key’s holder is stored once, and a repeated request changes nothing', async () => {
  const { body, uuid } = await execute(encoded(WIDGET))
  const path = '/v1/baas/transactions/execute'
  await world.call('POST', path, { body, headers: encoded({ ...WIDGET, name: 'Other' }) })
  expect((await requesterOf(uuid))?.namedByKey).toEqual(WIDGET)
})

test('behavior: the requester appears in no response to the end-user, in no webhook and in no list', async () => {
  const body = world.signed(one.wallet, world.transfer(newAddress(), 1n))
  const path = '/v1/baas/transactions/execute'
  const client = { address: IP }
  const { content } = await world.call('POST', path, { body, headers: encoded(WIDGET), client })
  const uuid = content.transactionUuid
  expect((await requesterOf(uuid))?.namedByKey).toEqual(WIDGET)
  const others = [
    (await one.approver.get(`/transactions/${uuid}`)).text,
    (await world.call('GET', `/v1/baas/transactions/${uuid}`)).text,
    (await world.call('GET', '/v1/baas/transactions')).text,
    (await world.call('GET', '/v1/org/transactions')).text,
    (await world.call('GET', '/v1/org/events')).text,
  ]
  for (const text of others)
    for (const mark of [IP, '198.51.100.4', 'shop.example']) expect(text).not.toContain(mark)
})

test('behavior: the organization’s list names the administrator who requested a call, and nobody else', async () => {
  const administrator = { kind: 'administrator', id: 'ada', name: 'Ada', ipAddress: IP }
  const named = await execute(encoded(administrator))
  const others = [await execute(encoded(WIDGET)), await execute({})]
  const { content } = await world.call('GET', '/v1/org/transactions')
  const listed = organizationTransactionListSchema.parse(content)
  const requestedBy = (uuid: string) =>
    listed.find(({ transactionUuid }) => transactionUuid === uuid)?.requestedBy
  expect(requestedBy(named.uuid)).toEqual({ id: 'ada', name: 'Ada' })
  for (const { uuid } of others) expect(requestedBy(uuid)).toBeUndefined()
  const record = await world.call('GET', `/v1/baas/transactions/${named.uuid}`)
  expect(record.text).not.toContain('Ada')
})

test.each([
  ['no JSON', '{'],
  ['another kind', JSON.stringify({ ...WIDGET, name: 'x', kind: 'owner' })],
  ['an endless name', JSON.stringify({ ...WIDGET, name: 'x'.repeat(201) })],
])('error: a header with %s names nobody, and the execution continues', async (_what, text) => {
  const { uuid } = await execute(headerOf(text))
  expect(await requesterOf(uuid)).not.toHaveProperty('namedByKey')
})
