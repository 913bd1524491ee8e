import { expect, test } from 'vitest'
import { envelope, refusal } from '#widget/testing/envelope.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'
import { FEE } from '#widget/testing/server-state.ts'
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

test('behavior: an email that the token fixes is shown and cannot be changed', async () => {
  const world = widgetWorld.flows({ email: 'fixed@example.com' })
  const person = createPerson()
  await world.create(person)
  expect(person.views('askPerson')[0]).toMatchObject({
    emailFixed: true,
    draft: { email: 'fixed@example.com' },
  })
})

test('behavior: a wrong code is requested again before the passkey is created', async () => {
  const world = widgetWorld.flows()
  const codes = ['000000', '123456']
  const promptsAtCode: number[] = []
  const person = createPerson({
    askCode: async () => {
      promptsAtCode.push(world.authenticator.prompts.create)
      return { kind: 'code', code: codes.shift() ?? '' }
    },
  })
  await world.create(person)
  expect(promptsAtCode).toEqual([0, 0])
  expect(person.views('askCode')[1]).toMatchObject({
    passkeyReady: false,
    draft: '000000',
    problem: { code: 'INVALID_VERIFICATION_CODE' },
  })
})

test('behavior: if a service checks the code only at the end, a wrong one is requested again and the passkey is kept', async () => {
  const world = widgetWorld.flows()
  world.server.interrupt = (line) =>
    line === 'POST /wallets/check-verification' ? refusal(404, 'NOT_FOUND') : undefined
  const codes = ['000000', '123456']
  const person = createPerson({ askCode: async () => ({ kind: 'code', code: codes.shift() ?? '' }) })
  await world.create(person)
  expect(world.authenticator.prompts).toEqual({ create: 1, get: 0 })
  expect(person.views('askCode')[1]).toMatchObject({
    passkeyReady: true,
    canChangeEmail: false,
    draft: '000000',
    problem: { code: 'INVALID_VERIFICATION_CODE' },
  })
})

test('behavior: the person can request a new code or choose another email', async () => {
  const world = widgetWorld.flows()
  const answers = [{ kind: 'resend' }, { kind: 'back' }, { kind: 'code', code: '123456' }] as const
  let time = 0
  const person = createPerson({ askCode: async () => answers[time++] ?? { kind: 'back' } })
  await world.create(person)
  expect(world.lines().filter((line) => line.includes('email-verification'))).toHaveLength(3)
  expect(person.views('askCode')[1]).toMatchObject({ resent: true })
  expect(person.views('askPerson')).toHaveLength(2)
})

test.each([
  ['the token fixes the email', 'fixed@example.com', false],
  ['the person chose the email', undefined, true],
] as const)(
  'behavior: code step when %s (%s) → “Change email” is offered: %s',
  async (_, email, canChangeEmail) => {
    const world = widgetWorld.flows({ email })
    const person = createPerson()
    await world.create(person)
    expect(person.views('askCode')[0]).toMatchObject({ canChangeEmail })
  },
)

test('behavior: a code that expired while the payment was pending is replaced before creation', async () => {
  const world = widgetWorld.flows({ fee: FEE, codeLifetimeMs: 5_000 })
  const person = createPerson({
    showFunding: ({ address }) => void world.server.balances.set(address, 500_000n),
  })
  world.clock.wait = async () => world.clock.advance(10_000)
  await world.create(person)
  expect(person.views('askCode')[1]).toMatchObject({ resent: true, passkeyReady: true })
})

test('behavior: shows the exact missing fee, polls it, and continues automatically', async () => {
  const world = widgetWorld.flows({ fee: FEE })
  const person = createPerson({
    showFunding: ({ address }) => {
      const balance = world.server.balances.get(address) ?? 0n
      world.server.balances.set(address, balance + 200_000n)
    },
  })
  await world.create(person)
  expect(person.views('showFunding').map(({ missing }) => missing)).toEqual([500_000n, 300_000n, 100_000n])
  expect(person.views('askRetry')).toEqual([])
})

test('behavior: a failed poll of the balance is repeated, and the screen says so', async () => {
  const world = widgetWorld.flows({ fee: FEE })
  world.failOnce('POST /wallets/predict', 'lost', 2)
  const person = createPerson({
    showFunding: ({ address, stalled }) => {
      if (stalled) world.server.balances.set(address, 500_000n)
    },
  })
  await world.create(person)
  expect(person.views('showFunding').map(({ stalled }) => stalled)).toEqual([false, true])
})

test('behavior: a closed passkey prompt returns to the same step', async () => {
  const world = widgetWorld.flows()
  world.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
  const person = createPerson()
  await world.create(person)
  expect(person.views('askPasskey')[1]).toMatchObject({
    known: false,
    problem: { code: 'PASSKEY_CANCELLED' },
  })
  expect(world.lines().filter((line) => line.includes('email-verification'))).toHaveLength(1)
})

test('behavior: a passkey without a wallet is reused after leaving, once it has signed', async () => {
  const world = widgetWorld.flows()
  const leave = createPerson({
    working: () => world.leaving.controller.abort(new Error('left')),
  })
  await expect(world.create(leave)).rejects.toThrow('left')
  const second = widgetWorld.flows()
  for (const [key, value] of world.stored) second.stored.set(key, value)
  second.authenticator.get = world.authenticator.get
  const person = createPerson()
  await second.create(person)
  expect(person.views('askPasskey')[0]).toMatchObject({ known: true })
  expect(world.authenticator.prompts).toEqual({ create: 1, get: 1 })
  expect(second.authenticator.prompts.create).toBe(0)
})

test('error: a passkey planted in the storage never becomes a wallet’s owner', async () => {
  const world = widgetWorld.flows()
  const leave = createPerson({ working: () => world.leaving.controller.abort(new Error('left')) })
  await expect(world.create(leave)).rejects.toThrow('left')
  const second = widgetWorld.flows()
  for (const [key, value] of world.stored) second.stored.set(key, value)
  second.authenticator.get = world.authenticator.get
  await world.authenticator.swapKey()
  const person = createPerson({
    askPasskey: async ({ known, problem }) => (known && problem === undefined ? 'reuse' : 'create'),
  })
  await second.create(person)
  expect(person.views('askPasskey')[1]).toMatchObject({ problem: { code: 'PASSKEY_WRONG' } })
  expect(second.authenticator.prompts.create).toBe(1)
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

test('behavior: a rejection because of the fee returns to waiting for it', async () => {
  const world = widgetWorld.flows()
  world.failOnce('POST /wallets', refusal(400, 'INSUFFICIENT_FEE_BALANCE'))
  await world.create()
  expect(world.lines().filter((line) => line === 'POST /wallets/predict')).toHaveLength(2)
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

test('error: a server that is unreachable when the code is requested keeps the form', async () => {
  const world = widgetWorld.flows()
  world.server.interrupt = (line, time) =>
    line.includes('email-verification') && time === 1
      ? envelope(503, { message: 'down', code: 'UNAVAILABLE' })
      : undefined
  const person = createPerson()
  await world.create(person)
  expect(person.views('askPerson')[1]).toMatchObject({
    draft: { email: 'mira@example.com' },
    problem: { code: 'UNAVAILABLE' },
  })
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
