import { expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'

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
