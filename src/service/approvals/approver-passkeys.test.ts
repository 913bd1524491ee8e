import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAuthenticator, type Authenticator, type Ceremony } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { addDevice, type Protected } from '#service/testing/approval-service.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { findApprovalWallet } from '#service/testing/co-signed-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ORIGIN = 'http://localhost:4000'
const world = await forFile(serviceWorld.approvals())

let mine: Protected
/** The device that the tests treat as lost. */
let phone: TestApprover
beforeEach(async () => {
  mine = await world.protectedWallet()
  phone = await addDevice(world, mine.approver)
})

const idsOf = async (device: TestApprover) =>
  (await device.get('/passkeys')).content.map(({ id }: { id: string }) => id)

type Signing = { passkey?: Authenticator; ceremony?: Partial<Ceremony> }
/**
 * Completes a sign-in prompt on a device. Signs with the device's own passkey unless the test passes a different one.
 */
async function sign(device: TestApprover, { passkey = device.passkey, ceremony }: Signing = {}) {
  const { ceremonyId, options } = (await device.post('/sign-in/begin', {})).content
  return { ceremonyId, response: passkey.assert(options, { origin: ORIGIN, ...ceremony }) }
}
const remove = async (device: TestApprover, passkeyId: unknown, signing?: Signing) =>
  device.post('/passkeys/removal', { passkeyId, ...(await sign(device, signing)) })
const mailsTo = (email: string) =>
  world.ctx.mails.filter(({ to, subject }) => to === email && subject.includes('passkey'))

test('behavior: a lost phone’s passkey can no longer decide or read; events and a mail report it', async () => {
  const [first, lost] = await idsOf(mine.approver)
  expect((await mine.approver.get('/passkeys')).content[0]).toMatchObject({
    id: first,
    synced: expect.any(Boolean),
    coSigner: findApprovalWallet(world, mine.approver),
    publicKey: { qx: mine.approver.passkey.qx, qy: mine.approver.passkey.qy },
    createdAtDatetime: expect.stringMatching(/Z$/),
    lastUsedAtDatetime: expect.stringMatching(/Z$/),
  })
  const uuid = await world.hold(mine.wallet)
  const atPrompt = await phone.begin(uuid, 'approve')
  expect((await phone.get('/transactions')).status).toBe(200)

  expect((await remove(mine.approver, lost)).content).toMatchObject([{ id: first }])
  expect(await idsOf(mine.approver)).toEqual([first])
  expect((await phone.get('/transactions')).content.code).toBe('APPROVER_SESSION_REQUIRED')
  const late = await mine.approver.decide(uuid, 'approve', { passkey: phone.passkey })
  expect(late.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
  expect((await phone.decide(uuid, 'approve', { begun: atPrompt })).status).toBe(401)
  expect((await mine.approver.decide(uuid, 'approve')).status).toBe(200)

  const { rows } = await sql<{ data: { externalUserId: string } }>`
    select data from events where type = 'approver.passkey-removed'
    order by position desc limit 1`.execute(world.ctx.db)
  expect(rows[0]?.data.externalUserId).toMatch(/^user-/)
  await expect
    .poll(() =>
      mailsTo(phone.email)
        .map(({ subject }) => subject)
        .toSorted(),
    )
    .toEqual([
      'An approval passkey was added for your wallet at Demo',
      'An approval passkey was removed for your wallet at Demo',
    ])
  for (const { text } of mailsTo(phone.email))
    expect(text).toContain('http://localhost:4000/approve#settings')
})

test('behavior: a passkey may remove itself', async () => {
  const [first, second] = await idsOf(mine.approver)
  expect((await remove(phone, second)).status).toBe(200)
  expect((await phone.get('/passkeys')).content).toMatchObject([{ id: first }])
})

test('error: the last passkey stays, even if two passkeys remove each other at once', async () => {
  const [first, second] = await idsOf(mine.approver)
  const answers = await Promise.all([remove(mine.approver, second), remove(phone, first)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ id: string }>`
    select credential_id as id from approver_passkeys as passkey
    where credential_id in (${first}, ${second})`.execute(world.ctx.db)
  expect(rows).toHaveLength(1)
  const left = rows[0]?.id === first ? mine.approver : phone
  expect(await remove(left, rows[0]?.id)).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
})

test.each<[string, () => Signing | Promise<Signing>]>([
  ['an unknown passkey', () => ({ passkey: createAuthenticator() })],
  ['another person’s', async () => ({ passkey: (await world.protectedWallet()).approver.passkey })],
  ['the user not verified', () => ({ ceremony: { userVerified: false } })],
  ['another origin', () => ({ ceremony: { origin: 'http://shop.localhost:4001' } })],
  ['another challenge', () => ({ ceremony: { challenge: 'AAAA' } })],
])('error: a removal signed with %s is refused, and both passkeys stay', async (_, signing) => {
  const ids = await idsOf(mine.approver)
  const answer = await remove(mine.approver, ids[1], await signing())
  expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
  expect(await idsOf(phone)).toEqual(ids)
})

test('error: another person’s passkey and an unknown one get the same response', async () => {
  const stranger = await world.protectedWallet()
  await addDevice(world, stranger.approver)
  const [theirs] = await idsOf(stranger.approver)
  const [foreign, unknown] = [await remove(mine.approver, theirs), await remove(mine.approver, 'AAAA')]
  expect(foreign).toMatchObject({ status: 404, content: unknown.content })
  expect((await remove(mine.approver, '?')).content.code).toBe('VALIDATION_FAILED')
  expect((await remove(world.newDevice(mine.wallet.email), theirs)).status).toBe(401)
})

test('error: a response counts once, and a decision’s response does not count', async () => {
  const [, second] = await idsOf(mine.approver)
  const over = { content: { code: 'APPROVAL_CEREMONY_OVER' } }
  const signed = await sign(mine.approver)
  expect((await mine.approver.post('/sign-in/finish', signed)).status).toBe(200)
  const again = { passkeyId: second, ...signed }
  expect(await mine.approver.post('/passkeys/removal', again)).toMatchObject(over)
  const { ceremonyId, options } = await mine.approver.begin(await world.hold(mine.wallet), 'reject')
  const response = mine.approver.passkey.assert(options, { origin: ORIGIN })
  const decided = { passkeyId: second, ceremonyId, response }
  expect(await mine.approver.post('/passkeys/removal', decided)).toMatchObject(over)
  expect(await idsOf(mine.approver)).toHaveLength(2)
})
