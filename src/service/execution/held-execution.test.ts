import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const RECEIVER = '0x00000000000000000000000000000000000c0111'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const world = await forFile(serviceWorld.approvals())
const one = await world.protectedWallet({ label: 'Savings' })

const transfer = (amount = 1n) => world.transfer(RECEIVER, amount)
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds)
const rows = () => world.ctx.db.selectFrom('transactions').select('id').execute()

describe('which executions are held', () => {
  test('behavior: holds all executions of a wallet whose end-user has enrolled, with exactly the response of the specification', async () => {
    const answer = await world.execute(world.signed(one.wallet, transfer()))
    expect(answer.status).toBe(200)
    expect(answer.content).toEqual({
      success: true,
      status: 'PENDING_USER_APPROVAL',
      transactionUuid: expect.stringMatching(UUID),
    })
  })

  test('behavior: holds executions of an end-user from the enrolment on, not before', async () => {
    const wallet = await world.createWallet({ coins: 10n, externalUserId: 'later' })
    const before = await world.execute(world.signed(wallet, transfer()))
    expect(before.content).toEqual({ success: true, transactionHash: expect.any(String) })
    await enrol(world.newDevice(wallet.email), await world.invitationFor(wallet.email))
    const after = await world.execute(world.signed(wallet, transfer()))
    expect(after.content.status).toBe('PENDING_USER_APPROVAL')
  })

  test('behavior: holds every wallet of that person, and none of another with the same email or user id', async () => {
    const { email } = one.wallet
    const { external_user_id } = await world.ctx.db
      .selectFrom('approvers')
      .select('external_user_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const userId = external_user_id ?? ''
    const same = await world.createWallet({ coins: 10n, externalUserId: userId, email })
    expect((await world.execute(world.signed(same, transfer()))).content.status).toBe('PENDING_USER_APPROVAL')
    for (const other of [{ externalUserId: 'somebody-else', email }, { externalUserId: userId }, { email }]) {
      const wallet = await world.createWallet({ coins: 10n, ...other })
      const answer = await world.execute(world.signed(wallet, transfer()))
      expect(answer.content.transactionHash).toMatch(/^0x/)
    }
  })

  test('behavior: the deployment reports that it holds transactions, and a wallet whether it is held', async () => {
    const config = await world.call('GET', '/v1/baas/config')
    expect(config.content.features).toContain('approvals')
    expect(config.content.approvalUrl).toBe('http://localhost:4000/approve')
    const stateOf = async (address: string) =>
      (await world.call('GET', `/v1/org/wallets/${address}/approver`)).content.state
    const operated = await world.createWallet()
    const invited = await world.createWallet({ externalUserId: 'invited' })
    await world.invitationFor(invited.email)
    expect(await stateOf(operated.address)).toBe('none')
    expect(await stateOf(invited.address)).toBe('invited')
    expect(await stateOf(one.wallet.address)).toBe('enrolled')
  })
})

describe('before it is held', () => {
  test('error: checks everything as for an immediate execution, and stores nothing', async () => {
    const before = (await rows()).length
    const refusals = [
      [world.signed(one.wallet, transfer(), { challenge: 'AAAA' }), 'INVALID_SIGNATURE'],
      [world.signed(one.wallet, { ...transfer(), fee: '1' }), 'FEE_REFUSED'],
      [world.signed(one.wallet, { ...transfer(), expiration: inSeconds(-1) }), 'TRANSACTION_EXPIRED'],
      [world.signed(one.wallet, { ...transfer(), expiration: inSeconds(90_000) }), 'EXPIRATION_TOO_FAR'],
      [world.signed(one.wallet, transfer(10n ** 30n)), 'TRANSACTION_REVERTS'],
      [world.signed(one.wallet, { ...transfer(), expiration: inSeconds(45) }), 'APPROVAL_TIME_TOO_SHORT'],
    ] as const
    for (const [body, code] of refusals) {
      const answer = await world.execute(body)
      expect([answer.status, answer.content.code]).toEqual([400, code])
    }
    expect(await rows()).toHaveLength(before)
  })
})

describe('the time to approve', () => {
  test.each([
    ['15 minutes, if the call is valid for longer', 3_600, 900],
    ['until 60 s before the expiration, if that is sooner', 300, 240],
    ['even if only a few seconds are left', 65, 5],
  ])('param: %s', async (_, expirationSeconds, openSeconds) => {
    const before = Date.now()
    const expiration = inSeconds(expirationSeconds)
    const uuid = await world.hold(one.wallet, { expiration })
    const after = Date.now()
    const endsMs = Date.parse((await world.read(uuid)).approval.expiresAtDatetime)
    expect(endsMs).toBeGreaterThan(before + (openSeconds - 1) * 1_000)
    expect(endsMs).toBeLessThanOrEqual(after + openSeconds * 1_000 + 100)
    if (openSeconds < 900) expect(endsMs / 1_000).toBe(Number(expiration) - 60)
  })
})

describe('the same digest again', () => {
  test('behavior: parallel requests are held once and get one response', async () => {
    const body = world.signed(one.wallet, transfer())
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.execute(body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const uuid = answers[0]!.content.transactionUuid
    const held = world.ctx.db
      .selectFrom('held_transactions')
      .select('number')
      .where('transaction_id', '=', uuid)
    expect(await held.execute()).toHaveLength(1)
  })

  test('behavior: after any outcome it gets the first response, and nothing happens', async () => {
    // Uses a separate recipient, because expired transactions to the same one would cause a warning in the
    // first response.
    const to = newAddress()
    for (const decision of ['approve', 'reject'] as const) {
      const body = world.signed(one.wallet, world.transfer(to, 1n))
      const first = await world.execute(body)
      const uuid = first.content.transactionUuid
      await one.approver.decide(uuid, decision)
      const ended = await world.ended(uuid)
      expect((await world.execute(body)).content).toEqual(first.content)
      expect(await world.read(uuid)).toEqual(ended)
    }
  })
})

describe('what the integrator and the end-user see', () => {
  test('behavior: the integrator polls the number, the deadline and the progress', async () => {
    const uuid = await world.hold(one.wallet)
    const { approval, status, transactionHash } = await world.read(uuid)
    expect([status, transactionHash]).toEqual(['PENDING_USER_APPROVAL', undefined])
    expect(approval.number).toBeGreaterThanOrEqual(10)
    expect(approval.number).toBeLessThanOrEqual(99)
    expect(approval.seenAtDatetime).toBeUndefined()
    await one.approver.get(`/transactions/${uuid}`)
    expect((await world.read(uuid)).approval.seenAtDatetime).toBeDefined()
    const listed = await world.call(
      'GET',
      `/v1/baas/transactions?wallet=${one.wallet.address}&status=PENDING_USER_APPROVAL`,
    )
    expect(listed.content[0]).toMatchObject({ transactionUuid: uuid, approval: { number: approval.number } })
  })

  test('behavior: the end-user sees the stored call and three numbers, and never which is right', async () => {
    const uuid = await world.hold(one.wallet)
    const { content } = await one.approver.get(`/transactions/${uuid}`)
    expect(content).toMatchObject({
      transactionUuid: uuid,
      status: 'PENDING_USER_APPROVAL',
      organizationName: 'Demo',
      walletLabel: 'Savings',
      walletAddress: one.wallet.address,
      data: world.transfer(RECEIVER, 1n).data,
    })
    expect(content).not.toHaveProperty('number')
    expect(content.numbers).toHaveLength(3)
    expect(new Set(content.numbers).size).toBe(3)
    expect(content.numbers).toContain(await world.numberOf(uuid))
    expect((await one.approver.get(`/transactions/${uuid}`)).content.numbers).toEqual(content.numbers)
    // The app shows exactly the signed call.
    expect(
      executeDigest(content.chainId, {
        ...content,
        value: BigInt(content.value),
        expiration: BigInt(content.expiration),
        fee: BigInt(content.fee),
      }),
    ).toBe(content.digest)
    const waiting = (await one.approver.get('/transactions')).content
    expect(waiting.map((held: { transactionUuid: string }) => held.transactionUuid)).toContain(uuid)
    const tokens = (await one.approver.get('/tokens')).content
    expect(tokens).toBeInstanceOf(Array)
  })

  test('behavior: the history lists ended transactions page by page, only the person’s own', async () => {
    const two = await world.protectedWallet()
    const uuids: string[] = []
    for (let index = 0; index < 53; index += 1)
      uuids.push(await world.hold(two.wallet, { expiration: inSeconds(400 + index) }))
    await sql`update held_transactions set deadline = now() where transaction_id = any(${uuids}::uuid[])`.execute(
      world.ctx.db,
    )
    const first = (await two.approver.get('/history')).content
    expect(first.transactions).toHaveLength(50)
    const second = (await two.approver.get(`/history?cursor=${encodeURIComponent(first.nextCursor)}`)).content
    expect(second.nextCursor).toBeUndefined()
    const seen = [...first.transactions, ...second.transactions]
    expect(seen.map((held: { transactionUuid: string }) => held.transactionUuid)).toEqual(uuids.toReversed())
    expect(new Set(seen.map((held: { status: string }) => held.status))).toEqual(new Set(['EXPIRED']))
    expect((await two.approver.get('/transactions')).content).toEqual([])
    expect((await two.approver.get('/history?cursor=x')).status).toBe(400)
  })
})
