import { expect, test } from 'vitest'
import { refusal } from '#widget/testing/envelope.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test('behavior: runs email, code, passkey, prediction and creation in this order', async () => {
  const world = widgetWorld.flows()
  const person = createPerson()
  const wallet = await world.create(person, 'Savings')
  expect(world.lines()).toEqual([
    'GET /config',
    'POST /wallets/request-email-verification',
    'POST /wallets/check-verification',
    'POST /wallets/predict',
    'POST /wallets',
  ])
  expect(wallet).toEqual({
    address: world.server.wallets[0]?.address,
    label: 'Savings',
    transactionHash: `0x${'ab'.repeat(32)}`,
  })
  expect(person.seen.map(({ name }) => name)).toEqual([
    'loading',
    'askPerson',
    'askCode',
    'askPasskey',
    'working',
    'working',
    'showCreated',
  ])
})

test('behavior: the request has the passkey, the email and an idempotency key, and no user chosen by the page', async () => {
  const world = widgetWorld.flows()
  await world.create()
  const request = world.server.requests.find(({ line }) => line === 'POST /wallets')
  const [credentialId] = world.authenticator.credentialIds()
  expect(request?.body).toEqual({
    qx: expect.stringMatching(/^[0-9a-f]{64}$/),
    qy: expect.stringMatching(/^[0-9a-f]{64}$/),
    rpIdHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    verificationCode: '123456',
    email: 'mira@example.com',
    credentialId,
    rpId: 'shop.example',
    userHandle: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
  })
  expect(request?.headers.get('idempotency-key')).toMatch(/^[A-Za-z0-9_-]{22}$/)
})

test('behavior: a request whose response was lost is repeated with the same key', async () => {
  const world = widgetWorld.flows()
  world.failOnce('POST /wallets', 'lost')
  const person = createPerson()
  await world.create(person)
  const keys = world.server.requests
    .filter(({ line }) => line === 'POST /wallets')
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(person.views('askRetry')).toHaveLength(1)
})

test('behavior: finds a wallet that was created by a request whose response was lost', async () => {
  const world = widgetWorld.flows()
  const { server } = world
  server.interrupt = (line, time) => {
    if (line !== 'POST /wallets' || time !== 1) return undefined
    const { body } = server.requests.at(-1) ?? {}
    const { qx, qy, credentialId, rpId } = body as Record<string, string>
    const predicted = server.requests.find((request) => request.line === 'POST /wallets/predict')
    expect(predicted).toBeDefined()
    lostAddress = addressSeen
    server.wallets.push({
      address: addressSeen,
      label: 'kept',
      passkey: { qx: qx ?? '', qy: qy ?? '', credentialId: credentialId ?? '', rpId: rpId ?? '' },
    })
    return 'lost'
  }
  let addressSeen: `0x${string}` = '0x'
  let lostAddress = ''
  server.tamper = (line, content) => {
    if (line === 'POST /wallets/predict') addressSeen = (content as { address: `0x${string}` }).address
    return content
  }
  expect(await world.create()).toEqual({ address: lostAddress, label: 'kept', transactionHash: '' })
})

test('behavior: the device’s passkey list gets the wallet’s name', async () => {
  const world = widgetWorld.flows()
  const { address } = await world.create(createPerson(), 'Savings')
  expect(world.authenticator.renamed).toEqual([`Savings · ${address.slice(0, 6)}…${address.slice(-4)}`])
})

test('behavior: an expired token is renewed and no question is repeated', async () => {
  const world = widgetWorld.flows()
  const person = createPerson({
    askCode: async () => {
      world.server.validToken = 'token-2'
      return { kind: 'code', code: '123456' }
    },
  })
  await world.create(person)
  expect(person.views('askPerson')).toHaveLength(1)
  expect(world.errors).toEqual([])
})

test('error: a token that may not create is rejected before the first step', async () => {
  const world = widgetWorld.flows({ operations: ['transfer', 'execute'] })
  const person = createPerson()
  await expect(world.create(person)).rejects.toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
  expect(person.views('askPerson')).toEqual([])
})

test('error: leaving ends every step with the reason of leaving', async () => {
  const world = widgetWorld.flows()
  const person = createPerson({
    askPasskey: async () => {
      world.leaving.controller.abort(new Error('gone'))
      return 'create'
    },
  })
  await expect(world.create(person)).rejects.toThrow('gone')
  expect(world.server.wallets).toEqual([])
})

test('error: an unregistered domain is rejected before the first step, and no passkey is created', async () => {
  const world = widgetWorld.flows()
  world.server.interrupt = (line) =>
    line === 'GET /config' ? refusal(400, 'RP_ID_HASH_NOT_REGISTERED') : undefined
  const person = createPerson()
  await expect(world.create(person)).rejects.toMatchObject({ code: 'RP_ID_HASH_NOT_REGISTERED' })
  expect(world.server.requests.map(({ query }) => query)).toEqual(['?rpId=shop.example'])
  expect(person.views('askPerson')).toEqual([])
  expect(world.authenticator.prompts.create).toBe(0)
})

test.each([true, false])(
  'behavior: the last step knows whether a passkey is on one device only (%s)',
  async (isSingle) => {
    const world = widgetWorld.flows()
    world.authenticator.isSingle = isSingle
    const person = createPerson()
    await world.create(person)
    expect(person.views('showCreated')).toMatchObject([{ isSingle }])
  },
)
