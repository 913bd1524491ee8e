import { expect, test } from 'vitest'
import { createPerson } from '#widget/testing/scripted-screens.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

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
