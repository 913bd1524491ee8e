import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { addKeyDevice, changeKey } from '#service/testing/approval-keys.ts'
import { addDevice } from '#service/testing/approval-service.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { coSignedWallet, WAIT, type CoSigned } from '#service/testing/co-signed-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { Answer } from '#service/testing/test-service.ts'

const ORIGIN = 'http://localhost:4000'
const world = await forFile(serviceWorld.approvals())

let one: CoSigned
beforeEach(async () => {
  one = await coSignedWallet(world)
}, WAIT.timeout)
afterEach(() => void vi.restoreAllMocks())

const idOf = ({ passkey }: TestApprover) => passkey.credentialId
const signed = async (device: TestApprover) => {
  const { ceremonyId, options } = (await device.post('/sign-in/begin', {})).content
  return { ceremonyId, response: device.passkey.assert(options, { origin: ORIGIN }) }
}
const remove = async (device: TestApprover, passkeyId: string): Promise<Answer> =>
  device.post('/passkeys/removal', { passkeyId, ...(await signed(device)) })
const signIn = async (device: TestApprover) =>
  expect((await device.post('/sign-in/finish', await signed(device))).status).toBe(200)
const presentWallet = async () => {
  const { rows } = await sql<{ wallet_address: string }>`
    select wallet_address from approvers where email = ${one.approver.email}`.execute(world.ctx.db)
  return rows[0]?.wallet_address
}
const firstWallet = () => one.approvalWallet.toLowerCase()

/**
 * Stores a call to the approval wallet, sent with a relayer key of another process. No lane of this process settles
 * it.
 */
async function relayCall({ status, minutesAgo = 0 }: { status: string; minutesAgo?: number }) {
  await sql`insert into relayed_transactions (id, chain_id, from_address, nonce, purpose, to_address, value, data,
      gas_limit, created_at, attempted_at, hash, status)
    select gen_random_uuid(), ${world.ctx.chain.id}, '0x00000000000000000000000000000000000000aa',
      (select count(*)::integer from relayed_transactions), 'transaction', ${firstWallet()}, 0, '0x', 21000,
      now() - ${minutesAgo}::integer * interval '1 minute', now(), ${`0x${'b'.repeat(64)}`}, ${status}`.execute(
    world.ctx.db,
  )
}

const onItsWay = { status: 409, content: { message: expect.stringContaining('is on its way') } }

test('error: refuses to remove the only key while a call of the approval wallet is pending', async () => {
  const other = await addDevice(world, one.approver)
  await relayCall({ status: 'signed' })
  expect(await remove(other, idOf(one.approver))).toMatchObject(onItsWay)
  expect(await presentWallet()).toBe(firstWallet())
})

test('error: refuses to remove the only key if a call was relayed while the keys were read', async () => {
  const other = await addDevice(world, one.approver)
  const { request } = world.ctx.chain.rpc
  const relayed = vi.fn(() => relayCall({ status: 'confirmed' }))
  vi.spyOn(world.ctx.chain.rpc, 'request').mockImplementation(async (...asked) => {
    const answer = await request(...asked)
    if (asked[1] === 'eth_call' && relayed.mock.calls.length === 0) await relayed()
    return answer
  })
  expect(await remove(other, idOf(one.approver))).toMatchObject(onItsWay)
  expect(relayed).toHaveBeenCalledOnce()
  expect(await presentWallet()).toBe(firstWallet())
})

test('error: a key that was removed while its addition was signed adds nothing', async () => {
  const other = await addDevice(world, one.approver)
  const begun = await one.approver.post('/passkeys/keys/begin', { change: 'add', passkeyId: idOf(other) })
  const { ceremonyId, options } = begun.content
  const { submit } = world.ctx.relay
  vi.spyOn(world.ctx.relay, 'submit').mockImplementation(async (request) => {
    vi.restoreAllMocks()
    expect((await remove(one.approver, idOf(other))).status).toBe(200)
    return submit(request)
  })
  const response = one.approver.passkey.assert(options, { origin: ORIGIN })
  const answer = await one.approver.post('/passkeys/keys/finish', { ceremonyId, response })
  expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
})

const chainAway = () => vi.spyOn(world.ctx.chain.rpc, 'request').mockRejectedValue(apiError('CHAIN_TIMEOUT'))

test('behavior: while the chain is down a lost key is removed here, and its approval wallet is left once the chain is readable', async () => {
  const other = await addDevice(world, one.approver)
  chainAway()
  const removed = await remove(other, idOf(one.approver))
  expect(removed).toMatchObject({ status: 200, content: [{ id: idOf(other) }] })
  expect((await one.approver.get('/passkeys')).status).toBe(401)
  await signIn(other)
  expect(await presentWallet()).toBe(firstWallet())
  vi.restoreAllMocks()
  const { qx, qy } = one.approver.passkey
  expect((await other.get('/passkeys')).content).toMatchObject([
    { id: idOf(other), chainKey: 'no-key', otherKeys: [{ qx, qy }] },
  ])
  await signIn(other)
  expect(await presentWallet()).not.toBe(firstWallet())
})

test('behavior: a key that is removed while the chain is down stays listed, and another key removes it later', async () => {
  const other = await addKeyDevice(world, one.approver)
  chainAway()
  expect((await remove(other, idOf(one.approver))).status).toBe(200)
  vi.restoreAllMocks()
  await signIn(other)
  expect(await presentWallet()).toBe(firstWallet())
  const { qx, qy } = one.approver.passkey
  const listed = async () => (await other.get('/passkeys')).content[0]
  expect(await listed()).toMatchObject({ coSigner: one.approvalWallet, otherKeys: [{ qx, qy }] })
  const begun = await other.post('/passkeys/keys/begin', { change: 'remove', key: { qx, qy } })
  const response = other.passkey.assert(begun.content.options, { origin: ORIGIN })
  const { ceremonyId } = begun.content
  expect((await other.post('/passkeys/keys/finish', { ceremonyId, response })).status).toBe(200)
  await expect.poll(listed, WAIT).not.toHaveProperty('otherKeys')
})

test('behavior: a key that the relayer cannot remove can no longer decide here', async () => {
  const other = await addKeyDevice(world, one.approver)
  vi.spyOn(world.ctx.relay, 'submit').mockRejectedValue(apiError('UNAVAILABLE', 'No funds'))
  const { qx, qy } = one.approver.passkey
  const removed = await changeKey(other, { change: 'remove', passkeyId: idOf(one.approver) })
  expect(removed.content).toMatchObject([{ id: idOf(other), otherKeys: [{ qx, qy }] }])
  expect((await one.approver.get('/passkeys')).status).toBe(401)
  expect(await presentWallet()).toBe(firstWallet())
})

test('behavior: a stuck call, or a node that does not know the deployed wallet → the passkey is removed, the wallet stays', async () => {
  const [second, third] = [await addDevice(world, one.approver), await addDevice(world, one.approver)]
  await sql`update approval_wallets set deployed_at = now() where address = ${firstWallet()}`.execute(
    world.ctx.db,
  )
  vi.spyOn(world.ctx.chain.rpc, 'request').mockResolvedValue('0x')
  expect((await remove(second, idOf(one.approver))).status).toBe(200)
  vi.restoreAllMocks()
  await relayCall({ status: 'signed', minutesAgo: 11 })
  expect((await remove(second, idOf(third))).status).toBe(200)
  expect(await presentWallet()).toBe(firstWallet())
})
