import { expect, test } from 'vitest'
import { envelope, refusal } from '#widget/testing/envelope.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'
import { FEE } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

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
