import { expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, envelope, FEE_RECEIVER, refusal } from '#widget/testing/stand-in-server.ts'

const FEE = { tokenAddress: COIN, amountPerTransaction: '500000', withdrawAddress: FEE_RECEIVER }

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

test('behavior: an email that the token fixes is shown and cannot be changed', async () => {
  const harness = createHarness({ email: 'fixed@example.com' })
  const person = createPerson()
  await harness.create(person)
  expect(person.views('askPerson')[0]).toMatchObject({
    emailFixed: true,
    draft: { email: 'fixed@example.com' },
  })
})

test('behavior: a wrong code is requested again before the passkey is created', async () => {
  const harness = createHarness()
  const codes = ['000000', '123456']
  const promptsAtCode: number[] = []
  const person = createPerson({
    askCode: async () => {
      promptsAtCode.push(harness.authenticator.prompts.create)
      return { kind: 'code', code: codes.shift() ?? '' }
    },
  })
  await harness.create(person)
  expect(promptsAtCode).toEqual([0, 0])
  expect(person.views('askCode')[1]).toMatchObject({
    passkeyReady: false,
    draft: '000000',
    problem: { code: 'INVALID_VERIFICATION_CODE' },
  })
})

test('behavior: if a service checks the code only at the end, a wrong one is requested again and the passkey is kept', async () => {
  const harness = createHarness()
  harness.world.interrupt = (line) =>
    line === 'POST /wallets/check-verification' ? refusal(404, 'NOT_FOUND') : undefined
  const codes = ['000000', '123456']
  const person = createPerson({ askCode: async () => ({ kind: 'code', code: codes.shift() ?? '' }) })
  await harness.create(person)
  expect(harness.authenticator.prompts).toEqual({ create: 1, get: 0 })
  expect(person.views('askCode')[1]).toMatchObject({
    passkeyReady: true,
    canChangeEmail: false,
    draft: '000000',
    problem: { code: 'INVALID_VERIFICATION_CODE' },
  })
})

test('behavior: the person can request a new code or choose another email', async () => {
  const harness = createHarness()
  const answers = [{ kind: 'resend' }, { kind: 'back' }, { kind: 'code', code: '123456' }] as const
  let time = 0
  const person = createPerson({ askCode: async () => answers[time++] ?? { kind: 'back' } })
  await harness.create(person)
  expect(harness.lines().filter((line) => line.includes('email-verification'))).toHaveLength(3)
  expect(person.views('askCode')[1]).toMatchObject({ resent: true })
  expect(person.views('askPerson')).toHaveLength(2)
})

test.each([
  ['the token fixes the email', 'fixed@example.com', false],
  ['the person chose the email', undefined, true],
] as const)(
  'behavior: code step when %s (%s) → “Change email” is offered: %s',
  async (_, email, canChangeEmail) => {
    const harness = createHarness({ email })
    const person = createPerson()
    await harness.create(person)
    expect(person.views('askCode')[0]).toMatchObject({ canChangeEmail })
  },
)

test('behavior: a code that expired while the payment was pending is replaced before creation', async () => {
  const harness = createHarness({ fee: FEE, codeLifetimeMs: 5_000 })
  const person = createPerson({
    showFunding: ({ address }) => void harness.world.balances.set(address, 500_000n),
  })
  harness.clock.wait = async () => harness.clock.advance(10_000)
  await harness.create(person)
  expect(person.views('askCode')[1]).toMatchObject({ resent: true, passkeyReady: true })
})

test('behavior: shows the exact missing fee, polls it, and continues automatically', async () => {
  const harness = createHarness({ fee: FEE })
  const person = createPerson({
    showFunding: ({ address }) => {
      const balance = harness.world.balances.get(address) ?? 0n
      harness.world.balances.set(address, balance + 200_000n)
    },
  })
  await harness.create(person)
  expect(person.views('showFunding').map(({ missing }) => missing)).toEqual([500_000n, 300_000n, 100_000n])
  expect(person.views('askRetry')).toEqual([])
})

test('behavior: a failed poll of the balance is repeated, and the screen says so', async () => {
  const harness = createHarness({ fee: FEE })
  harness.failOnce('POST /wallets/predict', 'lost', 2)
  const person = createPerson({
    showFunding: ({ address, stalled }) => {
      if (stalled) harness.world.balances.set(address, 500_000n)
    },
  })
  await harness.create(person)
  expect(person.views('showFunding').map(({ stalled }) => stalled)).toEqual([false, true])
})

test('behavior: a closed passkey prompt returns to the same step', async () => {
  const harness = createHarness()
  harness.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
  const person = createPerson()
  await harness.create(person)
  expect(person.views('askPasskey')[1]).toMatchObject({
    known: false,
    problem: { code: 'PASSKEY_CANCELLED' },
  })
  expect(harness.lines().filter((line) => line.includes('email-verification'))).toHaveLength(1)
})

test('behavior: a passkey without a wallet is reused after leaving, once it has signed', async () => {
  const harness = createHarness()
  const leave = createPerson({
    working: () => harness.leaving.controller.abort(new Error('left')),
  })
  await expect(harness.create(leave)).rejects.toThrow('left')
  const second = createHarness()
  for (const [key, value] of harness.stored) second.stored.set(key, value)
  second.authenticator.get = harness.authenticator.get
  const person = createPerson()
  await second.create(person)
  expect(person.views('askPasskey')[0]).toMatchObject({ known: true })
  expect(harness.authenticator.prompts).toEqual({ create: 1, get: 1 })
  expect(second.authenticator.prompts.create).toBe(0)
})

test('error: a passkey planted in the storage never becomes a wallet’s owner', async () => {
  const harness = createHarness()
  const leave = createPerson({ working: () => harness.leaving.controller.abort(new Error('left')) })
  await expect(harness.create(leave)).rejects.toThrow('left')
  const second = createHarness()
  for (const [key, value] of harness.stored) second.stored.set(key, value)
  second.authenticator.get = harness.authenticator.get
  await harness.authenticator.swapKey()
  const person = createPerson({
    askPasskey: async ({ known, problem }) => (known && problem === undefined ? 'reuse' : 'create'),
  })
  await second.create(person)
  expect(person.views('askPasskey')[1]).toMatchObject({ problem: { code: 'PASSKEY_WRONG' } })
  expect(second.authenticator.prompts.create).toBe(1)
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

test('behavior: a rejection because of the fee returns to waiting for it', async () => {
  const harness = createHarness()
  harness.failOnce('POST /wallets', refusal(400, 'INSUFFICIENT_FEE_BALANCE'))
  await harness.create()
  expect(harness.lines().filter((line) => line === 'POST /wallets/predict')).toHaveLength(2)
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

test('error: a server that is unreachable when the code is requested keeps the form', async () => {
  const harness = createHarness()
  harness.world.interrupt = (line, time) =>
    line.includes('email-verification') && time === 1
      ? envelope(503, { message: 'down', code: 'UNAVAILABLE' })
      : undefined
  const person = createPerson()
  await harness.create(person)
  expect(person.views('askPerson')[1]).toMatchObject({
    draft: { email: 'mira@example.com' },
    problem: { code: 'UNAVAILABLE' },
  })
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
