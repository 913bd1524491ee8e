import { expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { sendPerson } from '#widget/testing/scripted-screens.ts'
import { envelope } from '#widget/testing/stand-in-server.ts'

test('behavior: a held transfer is followed by its uuid to the end', async () => {
  const harness = createHarness({ held: true, statuses: ['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED'] })
  await harness.withWallet()
  const person = sendPerson()
  const executed = await harness.send(person)
  expect(executed.transactionUuid).toBeDefined()
  expect(executed.transactionHash).toBeUndefined()
  expect(person.views('showProgress').map(({ status }) => status)).toEqual([
    'PENDING_USER_APPROVAL',
    'APPROVED',
    'CONFIRMED',
  ])
})

test('behavior: a failed transfer says why', async () => {
  const harness = createHarness({ statuses: ['FAILED'] })
  await harness.withWallet()
  const person = sendPerson()
  await harness.send(person)
  expect(person.views('showProgress').at(-1)).toMatchObject({
    status: 'FAILED',
    reason: 'ERC20: insufficient balance',
    ended: true,
  })
})

test('behavior: without the extensions the transfer is sent, and no balance or status is claimed', async () => {
  const harness = createHarness()
  await harness.withWallet()
  harness.world.extensions = false
  const person = sendPerson()
  await harness.send(person)
  expect(person.views('askTransfer')[0]?.coins[0]?.balance).toBeNull()
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'SUBMITTED', ended: true })
})

test('behavior: an unreachable server while following is not a failure', async () => {
  const harness = createHarness()
  await harness.withWallet()
  harness.world.interrupt = (line, time) =>
    line === 'GET /transactions' && time < 4 ? envelope(503, { message: 'down' }) : undefined
  const person = sendPerson()
  await harness.send(person)
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
})
