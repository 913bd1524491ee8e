import { beforeEach, expect, test } from 'vitest'
import type { Decision } from '#protocol/approver-api.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { addDevice, type Protected } from '#service/testing/approval-service.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ORIGIN = 'http://localhost:4000'
const RECEIVER = '0x00000000000000000000000000000000000c0111'

let one: Protected
/** The same person's second device, with its own passkey and session. */
let other: TestApprover
const world = await forFile(serviceWorld.approvals())
beforeEach(async () => {
  one = await world.protectedWallet()
  other = await addDevice(world, one.approver)
})

/** Opens the prompt on both devices. Both respond at once. */
async function race(uuid: string, decisions: readonly [Decision, Decision]) {
  const number = await world.numberOf(uuid)
  const devices = [one.approver, other]
  const begun = await Promise.all(
    devices.map(async (device, index) => await device.begin(uuid, decisions[index]!)),
  )
  return Promise.all(
    devices.map((device, index) =>
      device.decide(uuid, decisions[index] ?? 'reject', { begun: begun[index]!, number }),
    ),
  )
}

test('behavior: both devices show the same, and either decides', async () => {
  const uuid = await world.hold(one.wallet)
  const [here, there] = [await one.approver.get('/transactions'), await other.get('/transactions')]
  expect(there.content).toEqual([{ ...here.content[0], secondsLeft: expect.any(Number) }])
  expect((await other.decide(uuid, 'approve')).status).toBe(200)
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
})

test('behavior: approving on both at once sends it once, and the second shows that it was approved', async () => {
  const before = await world.coinsOf(RECEIVER)
  const uuid = await world.hold(one.wallet)
  const answers = await race(uuid, ['approve', 'approve'])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const second = answers.find(({ status }) => status === 409)
  expect(second?.content.code).toBe('ALREADY_DECIDED')
  expect(second?.content.message).toMatch(/^This transaction was already approved/)
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
  expect((await world.coinsOf(RECEIVER)) - before).toBe(1n)
  expect(await world.eventsOf(uuid)).toEqual([
    'transaction.approved',
    'transaction.submitted',
    'transaction.confirmed',
  ])
})

test.each(['reject', 'report'] as const)(
  'behavior: approving on one and %s on the other at once has one outcome, and the chain agrees with it',
  async (decision) => {
    const before = await world.coinsOf(RECEIVER)
    const uuid = await world.hold(one.wallet)
    const answers = await race(uuid, ['approve', decision])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { status } = await world.ended(uuid)
    const isApproved = answers[0]?.status === 200
    expect(status).toBe(isApproved ? 'CONFIRMED' : 'REJECTED')
    expect((await world.coinsOf(RECEIVER)) - before).toBe(isApproved ? 1n : 0n)
    const late = answers.find((answer) => answer.status === 409)
    expect(late?.content.message).toMatch(
      isApproved
        ? /^This transaction was already (approved|executed)/
        : /^This transaction was already declined$/,
    )
  },
)

test('error: a later second approval gets the outcome, and it is not sent again', async () => {
  const before = await world.coinsOf(RECEIVER)
  const uuid = await world.hold(one.wallet)
  await one.approver.decide(uuid, 'approve')
  await world.ended(uuid)
  for (const decision of ['approve', 'reject', 'report'] as const) {
    const late = await other.decide(uuid, decision, { number: 10 })
    expect([late.status, late.content]).toEqual([
      409,
      { message: 'This transaction was already executed', code: 'ALREADY_DECIDED' },
    ])
  }
  expect((await world.coinsOf(RECEIVER)) - before).toBe(1n)
})

test('error: a passkey cannot be added with another person’s session', async () => {
  const stranger = await world.protectedWallet()
  const begun = (await one.approver.post('/enrolment/begin', {})).content
  const passkey = createAuthenticator()
  const response = passkey.register(begun.options, { origin: ORIGIN })
  const body = { ceremonyId: begun.ceremonyId, response }
  const finished = await stranger.approver.post('/enrolment/finish', body)
  expect([finished.status, finished.content.code]).toEqual([400, 'APPROVAL_CEREMONY_OVER'])
  for (const { wallet, approver } of [one, stranger]) {
    const uuid = await world.hold(wallet)
    const answer = await approver.decide(uuid, 'approve', { passkey })
    expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
  }
})
