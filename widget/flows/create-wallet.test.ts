import { expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { refusal } from '#widget/testing/envelope.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'

test('behavior: runs email, code, passkey, prediction and creation in this order', async () => {
  const harness = createHarness()
  const person = createPerson()
  const wallet = await harness.create(person, 'Savings')
  expect(harness.lines()).toEqual([
    'GET /config',
    'POST /wallets/request-email-verification',
    'POST /wallets/check-verification',
    'POST /wallets/predict',
    'POST /wallets',
  ])
  expect(wallet).toEqual({
    address: harness.world.wallets[0]?.address,
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
  const harness = createHarness()
  await harness.create()
  const request = harness.world.requests.find(({ line }) => line === 'POST /wallets')
  const [credentialId] = harness.authenticator.credentialIds()
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
  const harness = createHarness()
  harness.failOnce('POST /wallets', 'lost')
  const person = createPerson()
  await harness.create(person)
  const keys = harness.world.requests
    .filter(({ line }) => line === 'POST /wallets')
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(person.views('askRetry')).toHaveLength(1)
})

test('behavior: finds a wallet that was created by a request whose response was lost', async () => {
  const harness = createHarness()
  const { world } = harness
  world.interrupt = (line, time) => {
    if (line !== 'POST /wallets' || time !== 1) return undefined
    const { body } = world.requests.at(-1) ?? {}
    const { qx, qy, credentialId, rpId } = body as Record<string, string>
    const predicted = world.requests.find((request) => request.line === 'POST /wallets/predict')
    expect(predicted).toBeDefined()
    lostAddress = addressSeen
    world.wallets.push({
      address: addressSeen,
      label: 'kept',
      passkey: { qx: qx ?? '', qy: qy ?? '', credentialId: credentialId ?? '', rpId: rpId ?? '' },
    })
    return 'lost'
  }
  let addressSeen: `0x${string}` = '0x'
  let lostAddress = ''
  world.tamper = (line, content) => {
    if (line === 'POST /wallets/predict') addressSeen = (content as { address: `0x${string}` }).address
    return content
  }
  expect(await harness.create()).toEqual({ address: lostAddress, label: 'kept', transactionHash: '' })
})

test('behavior: the device’s passkey list gets the wallet’s name', async () => {
  const harness = createHarness()
  const { address } = await harness.create(createPerson(), 'Savings')
  expect(harness.authenticator.renamed).toEqual([`Savings · ${address.slice(0, 6)}…${address.slice(-4)}`])
})

test('behavior: an expired token is renewed and no question is repeated', async () => {
  const harness = createHarness()
  const person = createPerson({
    askCode: async () => {
      harness.world.validToken = 'token-2'
      return { kind: 'code', code: '123456' }
    },
  })
  await harness.create(person)
  expect(person.views('askPerson')).toHaveLength(1)
  expect(harness.errors).toEqual([])
})

test('error: a token that may not create is rejected before the first step', async () => {
  const harness = createHarness({ operations: ['transfer', 'execute'] })
  const person = createPerson()
  await expect(harness.create(person)).rejects.toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
  expect(person.views('askPerson')).toEqual([])
})

test('error: leaving ends every step with the reason of leaving', async () => {
  const harness = createHarness()
  const person = createPerson({
    askPasskey: async () => {
      harness.leaving.controller.abort(new Error('gone'))
      return 'create'
    },
  })
  await expect(harness.create(person)).rejects.toThrow('gone')
  expect(harness.world.wallets).toEqual([])
})

test('error: an unregistered domain is rejected before the first step, and no passkey is created', async () => {
  const harness = createHarness()
  harness.world.interrupt = (line) =>
    line === 'GET /config' ? refusal(400, 'RP_ID_HASH_NOT_REGISTERED') : undefined
  const person = createPerson()
  await expect(harness.create(person)).rejects.toMatchObject({ code: 'RP_ID_HASH_NOT_REGISTERED' })
  expect(harness.world.requests.map(({ query }) => query)).toEqual(['?rpId=shop.example'])
  expect(person.views('askPerson')).toEqual([])
  expect(harness.authenticator.prompts.create).toBe(0)
})

test.each([true, false])(
  'behavior: the last step knows whether a passkey is on one device only (%s)',
  async (isSingle) => {
    const harness = createHarness()
    harness.authenticator.isSingle = isSingle
    const person = createPerson()
    await harness.create(person)
    expect(person.views('showCreated')).toMatchObject([{ isSingle }])
  },
)
