import { sql } from 'kysely'
import type { Hex } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { splitSignature } from '#protocol/signing/joined-signature.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { addKeyDevice, changeKey, keyState } from '#service/testing/approval-keys.ts'
import { addDevice } from '#service/testing/approval-service.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { coSignedWallet, WAIT, type CoSigned } from '#service/testing/co-signed-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ORIGIN = 'http://localhost:4000'
const RECEIVER = '0x00000000000000000000000000000000000c0111'

const world = await forFile(serviceWorld.approvals())
let one: CoSigned
beforeEach(async () => {
  one = await coSignedWallet(world)
}, WAIT.timeout)
afterEach(() => void vi.restoreAllMocks())

const idOf = ({ passkey }: TestApprover) => passkey.credentialId
async function hold(): Promise<string> {
  const answer = await world.execute(world.signed(one.wallet, world.transfer(RECEIVER, 1n)))
  expect(answer.status, answer.text).toBe(200)
  return answer.content.transactionUuid
}
async function keyNumberOf(uuid: string): Promise<number | undefined> {
  const { rows } = await sql<{ co_signature: Hex }>`
    select co_signature from held_transactions where transaction_id = ${uuid}::uuid`.execute(world.ctx.db)
  return rows[0] && splitSignature(rows[0].co_signature).keyNumber
}
async function approvalWallets(): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select wallet.address from approval_wallets as wallet
    join approvers on approvers.id = wallet.approver_id
    where approvers.email = ${one.approver.email}`.execute(world.ctx.db)
  return rows.map(({ address }) => address)
}

test('behavior: a second passkey that the first one adds can co-sign, and the call is executed', async () => {
  const other = await addKeyDevice(world, one.approver)
  const listed = (await other.get('/passkeys')).content
  expect(listed.map(({ coSigner }: { coSigner?: string }) => coSigner)).toEqual([
    one.approvalWallet,
    one.approvalWallet,
  ])
  const before = await world.coinsOf(RECEIVER)
  const uuid = await hold()
  const begun = await other.begin(uuid, 'approve')
  expect(begun.options).toMatchObject({
    allowCredentials: expect.arrayContaining([
      expect.objectContaining({ id: idOf(one.approver) }),
      expect.objectContaining({ id: idOf(other) }),
    ]),
  })
  const answer = await other.decide(uuid, 'approve', { begun })
  expect(answer.status, answer.text).toBe(200)
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
  expect(await keyNumberOf(uuid)).toBe(1)
  expect((await world.coinsOf(RECEIVER)) - before).toBe(1n)
  const receipt = await world.call('GET', `/v1/org/transactions/${uuid}/receipt`)
  expect(receipt.content.coSignature).toMatchObject({ coSigner: one.approvalWallet })
  // The approval wallet's address is derived from the first passkey, which did not sign.
  expect(receipt.content.coSignature).not.toHaveProperty('passkey')

  const next = await hold()
  expect((await one.approver.decide(next, 'approve')).status).toBe(200)
  expect(await world.ended(next)).toMatchObject({ status: 'CONFIRMED' })
  expect(await keyNumberOf(next)).toBeUndefined()
})

test('error: a passkey that is not a key yet signs in and declines, but cannot co-sign', async () => {
  const other = await addDevice(world, one.approver)
  expect(await keyState(other, idOf(other))).toBe('no-key')
  const uuid = await hold()
  const begun = await other.begin(uuid, 'approve')
  expect(begun.options).toMatchObject({ allowCredentials: [{ id: idOf(one.approver) }] })
  const refused = await other.decide(uuid, 'approve', { begun })
  expect(refused.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
  expect((await other.decide(uuid, 'reject')).content.status).toBe('REJECTED')
})

test('error: the new passkey cannot add itself, and another person’s adds nothing', async () => {
  const other = await addDevice(world, one.approver)
  const passkeyId = idOf(other)
  for (const signer of [other.passkey, createAuthenticator()]) {
    const answer = await changeKey(other, { change: 'add', passkeyId, signer })
    expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
  }
  expect(await keyState(other, passkeyId)).toBe('no-key')
})

test('error: refuses to add an existing key, and to remove a missing key, the only key or another person’s passkey', async () => {
  const other = await addDevice(world, one.approver)
  const stranger = await world.protectedWallet()
  const begin = (change: string, passkeyId: string) =>
    one.approver.post('/passkeys/keys/begin', { change, passkeyId })
  const conflict = { status: 409, content: { code: 'CONFLICT' } }
  expect(await begin('add', idOf(one.approver))).toMatchObject(conflict)
  expect(await begin('remove', idOf(other))).toMatchObject(conflict)
  expect(await begin('remove', idOf(one.approver))).toMatchObject(conflict)
  const [foreign, unknown] = [await begin('add', idOf(stranger.approver)), await begin('add', 'AAAA')]
  expect(foreign).toMatchObject({ status: 404, content: unknown.content })
  expect((await begin('replace', idOf(other))).content.code).toBe('VALIDATION_FAILED')
})

test('error: accepts a response once, and only for its person and its ceremony', async () => {
  const other = await addDevice(world, one.approver)
  const stranger = await world.protectedWallet()
  const over = { content: { code: 'APPROVAL_CEREMONY_OVER' } }
  const signed = async () => {
    const begun = await one.approver.post('/passkeys/keys/begin', { change: 'add', passkeyId: idOf(other) })
    const { ceremonyId, options } = begun.content
    return { ceremonyId, response: one.approver.passkey.assert(options, { origin: ORIGIN }) }
  }
  const body = await signed()
  expect(await stranger.approver.post('/passkeys/keys/finish', body)).toMatchObject(over)
  expect(await one.approver.post('/passkeys/keys/finish', body)).toMatchObject(over)
  expect(await one.approver.post('/objections/finish', await signed())).toMatchObject(over)
})

test('behavior: the second passkey removes the first one, and still approves for the same approval wallet', async () => {
  const other = await addKeyDevice(world, one.approver)
  const direct = (await other.post('/sign-in/begin', {})).content
  const response = other.passkey.assert(direct.options, { origin: ORIGIN })
  const alone = { passkeyId: idOf(one.approver), ceremonyId: direct.ceremonyId, response }
  expect(await other.post('/passkeys/removal', alone)).toMatchObject({ status: 409 })

  const self = await changeKey(one.approver, { change: 'remove', passkeyId: idOf(one.approver) })
  expect(self.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
  const removed = await changeKey(other, { change: 'remove', passkeyId: idOf(one.approver) })
  expect(removed.content).toMatchObject([{ id: idOf(other), coSigner: one.approvalWallet }])
  expect((await one.approver.get('/passkeys')).status).toBe(401)
  expect(await approvalWallets()).toEqual([one.approvalWallet.toLowerCase()])
  const mails = () =>
    world.ctx.mails.filter(({ to, subject }) => to === other.email && subject.includes('was removed'))
  await expect.poll(() => mails().length, WAIT).toBe(1)

  const uuid = await hold()
  expect((await other.decide(uuid, 'approve')).status).toBe(200)
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
  // A sign-in stores no second approval wallet, and the last key stays.
  await signIn(other)
  expect(await approvalWallets()).toEqual([one.approvalWallet.toLowerCase()])
  expect((await changeKey(other, { change: 'remove', passkeyId: idOf(other) })).status).toBe(409)
})

async function signIn(device: TestApprover): Promise<void> {
  const { ceremonyId, options } = (await device.post('/sign-in/begin', {})).content
  const response = device.passkey.assert(options, { origin: ORIGIN })
  expect((await device.post('/sign-in/finish', { ceremonyId, response })).status).toBe(200)
}

test('error: two keys remove each other at once → one of them remains', async () => {
  const other = await addKeyDevice(world, one.approver)
  const answers = await Promise.all([
    changeKey(one.approver, { change: 'remove', passkeyId: idOf(other) }),
    changeKey(other, { change: 'remove', passkeyId: idOf(one.approver) }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = answers[0]?.status === 200 ? one.approver : other
  await expect.poll(() => keyState(left, idOf(left)), WAIT).toBe('key')
  const uuid = await hold()
  expect((await left.decide(uuid, 'approve')).status).toBe(200)
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
})

test('behavior: lists a key that belongs to no passkey, and lets a passkey remove it', async () => {
  const other = await addKeyDevice(world, one.approver)
  const { qx, qy } = other.passkey
  // The state after a call that did not come through this service.
  await world.ctx.db.deleteFrom('approver_passkeys').where('credential_id', '=', idOf(other)).execute()
  const listed = async () => (await one.approver.get('/passkeys')).content
  expect(await listed()).toMatchObject([{ id: idOf(one.approver), otherKeys: [{ qx, qy }] }])
  const begin = (body: object) => one.approver.post('/passkeys/keys/begin', body)
  const [own, invalid] = [one.approver.passkey, { content: { code: 'VALIDATION_FAILED' } }]
  expect(await begin({ change: 'add', key: { qx, qy } })).toMatchObject(invalid)
  expect(await begin({ change: 'remove', passkeyId: idOf(one.approver), key: { qx, qy } })).toMatchObject(
    invalid,
  )
  expect((await begin({ change: 'remove', key: { qx: own.qx, qy: own.qy } })).status).toBe(409)
  const { ceremonyId, options } = (await begin({ change: 'remove', key: { qx, qy } })).content
  const response = own.assert(options, { origin: ORIGIN })
  const answer = await one.approver.post('/passkeys/keys/finish', { ceremonyId, response })
  expect(answer.status, answer.text).toBe(200)
  await expect.poll(async () => (await listed())[0], WAIT).not.toHaveProperty('otherKeys')
})

test('behavior: while the chain is unreachable the first passkey still approves, and the list says unknown', async () => {
  const other = await addKeyDevice(world, one.approver)
  const stored = sql`update approval_wallets set deployed_at = now() where address = ${one.approvalWallet.toLowerCase()}`
  await stored.execute(world.ctx.db)
  const uuid = await hold()
  vi.spyOn(world.ctx.chain.rpc, 'request').mockRejectedValue(apiError('CHAIN_TIMEOUT'))
  const states = (await other.get('/passkeys')).content.map(({ chainKey }: { chainKey: string }) => chainKey)
  expect(states).toEqual(['unknown', 'unknown'])
  const begun = await one.approver.begin(uuid, 'approve')
  expect(begun.options).toMatchObject({ allowCredentials: [{ id: idOf(one.approver) }] })
  expect((await other.decide(uuid, 'approve', { begun })).content.code).toBe('CHAIN_TIMEOUT')
  const again = await one.approver.begin(uuid, 'approve')
  expect((await one.approver.decide(uuid, 'approve', { begun: again })).status).toBe(200)
})
