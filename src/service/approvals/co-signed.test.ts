import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Decision } from '#protocol/approver-api.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { addDevice } from '#service/testing/approval-service.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import { coSignedWallet } from '#service/testing/co-signed-wallet.ts'
import { bringOutside } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ORIGIN = 'http://localhost:4000'
const RECEIVER = '0x00000000000000000000000000000000000c0111'

const world = await forFile(serviceWorld.approvals())
const one = await coSignedWallet(world)
afterEach(() => void vi.restoreAllMocks())

const transfer = () => world.signed(one.wallet, world.transfer(RECEIVER, 1n))
/** Holds a signed transfer. Returns its uuid. */
async function hold(body = transfer()): Promise<string> {
  const answer = await world.execute(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.content.transactionUuid
}
async function coSignatureOf(uuid: string): Promise<string | null> {
  const { rows } = await sql<{ co_signature: string | null }>`
    select co_signature from held_transactions where transaction_id = ${uuid}::uuid`.execute(world.ctx.db)
  return rows[0]?.co_signature ?? null
}
/** Returns the amount that the receiver got while `work` ran, as the chain reports it. */
async function received(work: () => Promise<unknown>): Promise<bigint> {
  const before = await world.coinsOf(RECEIVER)
  await work()
  return (await world.coinsOf(RECEIVER)) - before
}
/** The same person in another browser, with the same synced passkey. */
async function otherBrowser(): Promise<TestApprover> {
  const device = world.newDevice(one.approver.email, one.approver.passkey)
  const begun = (await device.post('/sign-in/begin', {})).content
  const response = device.passkey.assert(begun.options, { origin: ORIGIN })
  await device.post('/sign-in/finish', { ceremonyId: begun.ceremonyId, response })
  return device
}

describe('an approval', () => {
  test('behavior: is the co-signature, requested once, and the call is executed', async () => {
    const coins = await received(async () => {
      const uuid = await hold()
      const page = await one.approver.get(`/transactions/${uuid}`)
      expect(page.content).toMatchObject({ protection: 'chain', simulation: { outcome: 'succeeds' } })
      expect((await one.approver.decide(uuid, 'approve')).status).toBe(200)
      expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
      expect(await coSignatureOf(uuid)).toMatch(/^0x/)
    })
    expect(coins).toBe(1n)
  })

  test('error: a wrong number leaves no challenge and no co-signature', async () => {
    const body = transfer()
    const uuid = await hold(body)
    const right = await world.numberOf(uuid)
    const number = right === 10 ? 11 : 10
    const declined = await one.approver.post('/decisions/begin', {
      transactionUuid: uuid,
      decision: 'approve',
      number,
    })
    expect(declined.content).toMatchObject({ status: 'REJECTED', reason: 'wrong number' })
    expect(declined.content).not.toHaveProperty('options')
    expect(await coSignatureOf(uuid)).toBeNull()
    await expect(bringOutside(world, body)).rejects.toThrow('failed')
  })

  test('error: only the passkey of the approval wallet can co-sign, and only it is requested', async () => {
    const other = await addDevice(world, one.approver)
    const passkeys = (await one.approver.get('/passkeys')).content
    expect(passkeys.map(({ coSigner }: { coSigner?: string }) => coSigner)).toEqual([
      one.approvalWallet,
      undefined,
    ])
    const uuid = await hold()
    const number = await world.numberOf(uuid)
    const begun = (
      await other.post('/decisions/begin', { transactionUuid: uuid, decision: 'approve', number })
    ).content
    expect(begun.options.allowCredentials).toMatchObject([{ id: one.approver.passkey.credentialId }])
    const answer = await other.decide(uuid, 'approve', { begun })
    expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
    expect((await other.decide(uuid, 'reject')).content.status).toBe('REJECTED')
  })

  test.each([
    ['another origin', { origin: 'http://localhost:4001' }],
    ["the integrator's domain", { rpId: 'shop.localhost' }],
    ['no user verification', { userVerified: false }],
    ['no user presence', { userPresent: false }],
    ['a frame on another site', { crossOrigin: true }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a broken signature', { tamperSignature: true }],
  ])('error: refused with %s, and nothing is stored', async (_, ceremony) => {
    const uuid = await hold()
    const answer = await one.approver.decide(uuid, 'approve', { ceremony })
    expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
    expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
    expect(await coSignatureOf(uuid)).toBeNull()
  })

  test('error: a stranger’s passkey or a co-signature over another call does not count', async () => {
    const [uuid, other] = [await hold(), await hold()]
    const stranger = await one.approver.decide(uuid, 'approve', { passkey: createAuthenticator() })
    expect(stranger.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
    const signed = await one.approver.begin(other, 'approve')
    const begun = await one.approver.begin(uuid, 'approve')
    const mixed = { ceremonyId: begun.ceremonyId, options: signed.options }
    const answer = await one.approver.decide(uuid, 'approve', { begun: mixed })
    expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
    expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
  })
})

describe('stolen bytes', () => {
  test('error: the bytes of a held call move nothing, before and after it is declined', async () => {
    const coins = await received(async () => {
      const body = transfer()
      const uuid = await hold(body)
      await expect(bringOutside(world, body)).rejects.toThrow('failed')
      await one.approver.decide(uuid, 'reject')
      await expect(bringOutside(world, body)).rejects.toThrow('failed')
      expect(await coSignatureOf(uuid)).toBeNull()
    })
    expect(coins).toBe(0n)
  })

  test('error: a call that would fail is refused before it is held, although nothing is co-signed yet', async () => {
    const answer = await world.execute(world.signed(one.wallet, world.transfer(RECEIVER, 10n ** 30n)))
    expect([answer.status, answer.content.code]).toEqual([400, 'TRANSACTION_REVERTS'])
    expect(answer.content.message).toContain('ERC20InsufficientBalance')
  })
})

describe('concurrency', () => {
  const race = async (uuid: string, decisions: readonly Decision[]) => {
    const devices = [one.approver, await otherBrowser()]
    const begun = await Promise.all(
      devices.map((device, index) => device.begin(uuid, decisions[index] ?? 'reject')),
    )
    return Promise.all(
      devices.map((device, index) =>
        device.decide(uuid, decisions[index] ?? 'reject', { begun: begun[index]! }),
      ),
    )
  }

  test('behavior: two approvals have one outcome, and the call is executed once', async () => {
    const coins = await received(async () => {
      const uuid = await hold()
      const answers = await race(uuid, ['approve', 'approve'])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
    })
    expect(coins).toBe(1n)
  })

  test('behavior: an approval racing a decline leaves a co-signature only if it won', async () => {
    const body = transfer()
    const uuid = await hold(body)
    let isApproved = false
    const coins = await received(async () => {
      const [approval] = await race(uuid, ['approve', 'reject'])
      isApproved = approval?.status === 200
      expect((await world.ended(uuid)).status).toBe(isApproved ? 'CONFIRMED' : 'REJECTED')
    })
    expect(coins).toBe(isApproved ? 1n : 0n)
    expect((await coSignatureOf(uuid)) !== null).toBe(isApproved)
    if (!isApproved) await expect(bringOutside(world, body)).rejects.toThrow('failed')
  })

  test('behavior: a co-signed call that was not sent is sent later, with the same co-signature', async () => {
    const { submit } = world.ctx.relay
    let away = true
    vi.spyOn(world.ctx.relay, 'submit').mockImplementation((request) =>
      away && request.purpose === 'transaction' ? Promise.reject(apiError('CHAIN_FAILED')) : submit(request),
    )
    const coins = await received(async () => {
      const uuid = await hold()
      await one.approver.decide(uuid, 'approve')
      const stored = await coSignatureOf(uuid)
      expect((await world.read(uuid)).status).toBe('APPROVED')
      away = false
      await sql`update held_transactions set send_after = now()`.execute(world.ctx.db)
      expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
      expect(await coSignatureOf(uuid)).toBe(stored)
    })
    expect(coins).toBe(1n)
  })

  test('behavior: an approval that ends too late, while the chain is down, leaves nothing', async () => {
    const body = transfer()
    const uuid = await hold(body)
    const begun = await one.approver.begin(uuid, 'approve')
    const { rpc } = world.ctx.chain
    vi.spyOn(rpc, 'request').mockRejectedValue(apiError('CHAIN_TIMEOUT'))
    await world.setDeadline(uuid, 0)
    const late = await one.approver.decide(uuid, 'approve', { begun })
    expect(late.content.code).toBe('ALREADY_DECIDED')
    vi.restoreAllMocks()
    expect(await world.ended(uuid)).toMatchObject({ status: 'EXPIRED' })
    expect(await coSignatureOf(uuid)).toBeNull()
    await expect(bringOutside(world, body)).rejects.toThrow('failed')
  })

  test('behavior: declining needs no chain', async () => {
    const uuid = await hold()
    vi.spyOn(world.ctx.chain.rpc, 'request').mockRejectedValue(apiError('CHAIN_TIMEOUT'))
    expect((await one.approver.decide(uuid, 'reject')).content.status).toBe('REJECTED')
  })
})
