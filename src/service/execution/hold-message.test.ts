import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import type { Ceremony } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { newPermit, signedPermit } from '#service/testing/signed-permit.ts'
import { refusedFields } from '#service/testing/test-service.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.approvals())
const { erc20 } = world.chain.tokens
const { id: chainId } = world.chain.chain
const one = await world.protectedWallet({ label: 'Savings' })
const ORIGIN = 'http://localhost:4000'

const signed = (wallet: TestWallet, frame: Partial<Ceremony> = {}) =>
  signedPermit(world.chain, wallet, newPermit(world.chain, wallet.address), frame)
const post = (body: object, headers: Record<string, string> = {}) =>
  world.call('POST', '/v1/baas/messages', { body, headers })
const hold = async (wallet = one.wallet) => (await post(signed(wallet))).content
const read = async (uuid: string) => (await world.call('GET', `/v1/baas/messages/${uuid}`)).content
const decide = (
  uuid: string,
  decision: 'approve' | 'reject' | 'report',
  number?: number,
  by = one.approver,
) => by.decide(uuid, decision, { of: 'message', ...(number !== undefined && { number }) })

describe('a pending message', () => {
  test('behavior: a message of a held wallet waits until its approver approves it with the number', async () => {
    const body = signed(one.wallet)
    const { status, content } = await post(body)
    expect(status).toBe(200)
    expect(content).toMatchObject({
      messageUuid: expect.any(String),
      walletAddress: one.wallet.address,
      status: 'PENDING_USER_APPROVAL',
      number: expect.any(Number),
    })
    const { messageUuid, number } = content
    const [seen] = (await one.approver.get('/messages')).content
    expect(seen).toMatchObject({
      messageUuid,
      message: { kind: 'typed-data', typedData: { message: body.message.typedData.message } },
      origin: ORIGIN,
      walletLabel: 'Savings',
      chainId,
      numbers: expect.arrayContaining([number]),
    })
    expect(seen).not.toHaveProperty('number')
    expect((await decide(messageUuid, 'approve', number)).content).toMatchObject({ status: 'APPROVED' })
    expect(await read(messageUuid)).toEqual({
      messageUuid,
      walletAddress: one.wallet.address,
      status: 'APPROVED',
      expiresAtDatetime: expect.any(String),
    })
  })

  test('behavior: the mail names the wallet and the way to the app, but neither the number nor the page', async () => {
    const { messageUuid, number } = await hold()
    const mail = () => world.ctx.mails.find(({ text }) => text.includes(messageUuid))
    await expect.poll(mail).toMatchObject({
      to: one.wallet.email,
      subject: 'Approve or decline a signature at Demo',
      text: expect.stringContaining('Wallet: Savings'),
    })
    expect(mail()?.text).toContain(`/approve#message=${messageUuid}`)
    expect(mail()?.text).not.toContain('Page')
    // The expiry time may contain the same two digits.
    const withoutTime = mail()?.text.replace(/It expires on .* UTC/, '')
    expect(withoutTime).not.toMatch(new RegExp(`\\b${number}\\b`))
  })

  test('behavior: does not return the signature after a decline, a report, a wrong number or the deadline', async () => {
    const wrong = await hold()
    const numbers: number[] = (await one.approver.get(`/messages/${wrong.messageUuid}`)).content.numbers
    const other = numbers.find((candidate) => candidate !== wrong.number)
    await decide(wrong.messageUuid, 'approve', other)
    const declined = await hold()
    await decide(declined.messageUuid, 'reject')
    const late = await hold()
    await sql`update held_messages set deadline = now() where id = ${late.messageUuid}::uuid`.execute(
      world.ctx.db,
    )
    for (const [{ messageUuid }, status] of [
      [wrong, 'REJECTED'],
      [declined, 'REJECTED'],
      [late, 'EXPIRED'],
    ] as const) {
      expect(await read(messageUuid)).toMatchObject({ status })
      const again = await one.approver.post('/messages/decisions/begin', { messageUuid, decision: 'approve' })
      expect(again.content.code).toBe('ALREADY_DECIDED')
    }
  })

  test('behavior: a report mutes the wallet', async () => {
    const two = await world.protectedWallet()
    const { messageUuid } = await hold(two.wallet)
    expect((await decide(messageUuid, 'report', undefined, two.approver)).content).toMatchObject({
      reported: true,
    })
    expect((await two.approver.get('/mutes')).content).toMatchObject([{ walletAddress: two.wallet.address }])
  })

  test('behavior: a repeated message has the same approval, and a declined one is held again', async () => {
    const body = signed(one.wallet)
    const all = await Promise.all([post(body), post(body)])
    const [first, second] = all.map(({ content }) => content)
    expect(second).toEqual(first)
    await decide(first.messageUuid, 'approve', first.number)
    expect((await post(body)).content).toMatchObject({ messageUuid: first.messageUuid, status: 'APPROVED' })
    const declined = signed(one.wallet)
    const { messageUuid } = (await post(declined)).content
    await decide(messageUuid, 'reject')
    const again = (await post(declined)).content
    expect(again).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect(again.messageUuid).not.toBe(messageUuid)
  })

  test('behavior: the same message from another page needs an approval of its own', async () => {
    const page = 'https://shop.example'
    const embedding = await world.call('PUT', '/v1/org/organization', { body: { embedOrigins: [page] } })
    expect(embedding.status, embedding.text).toBe(200)
    const typedData = newPermit(world.chain, one.wallet.address)
    const own = signedPermit(world.chain, one.wallet, typedData)
    const frame = { crossOrigin: true, topOrigin: page }
    const other = { ...signedPermit(world.chain, one.wallet, typedData, frame), origin: page }
    const review = async ({ walletAddress, message, origin }: typeof own) => {
      const body = { walletAddress, message, origin }
      return (await world.call('POST', '/v1/baas/messages/review', { body })).content.policies
    }
    const { messageUuid, number } = (await post(own)).content
    await decide(messageUuid, 'approve', number)
    expect(await review(own)).toEqual({ outcome: 'passes' })
    expect(await review(other)).toMatchObject({ outcome: 'needs-approval' })
    const held = (await post(other)).content
    expect(held).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    expect(held.messageUuid).not.toBe(messageUuid)
    expect((await one.approver.get(`/messages/${held.messageUuid}`)).content).toMatchObject({ origin: page })
    expect((await decide(held.messageUuid, 'approve', held.number)).content).toMatchObject({
      status: 'APPROVED',
    })
    expect((await post(own)).content).toMatchObject({ messageUuid, status: 'APPROVED' })
  })

  test('behavior: open screens receive its events, webhooks do not', async () => {
    const { messageUuid, number } = await hold()
    await decide(messageUuid, 'approve', number)
    const events = await world.ctx.db
      .selectFrom('events')
      .select(['type', 'data'])
      .orderBy('position')
      .execute()
    const own = events.filter(({ data }) => data.messageUuid === messageUuid)
    expect(own.map(({ type }) => type)).toEqual(['message.held', 'message.decided'])
    const { externalUserId } = own[0]!.data
    expect(externalUserId).toMatch(/^user-/)
  })
})

describe('who decides', () => {
  test('error: only its approver reads or decides it, and no passkey decides another message', async () => {
    const two = await world.protectedWallet()
    const { messageUuid, number } = await hold()
    expect((await two.approver.get(`/messages/${messageUuid}`)).status).toBe(404)
    const body = { messageUuid, decision: 'approve', number }
    expect((await two.approver.post('/messages/decisions/begin', body)).status).toBe(404)
    const begun = (await one.approver.post('/messages/decisions/begin', body)).content
    const stranger = await decideWith(two, begun)
    expect(stranger.content.code).toBe('APPROVAL_CEREMONY_OVER')
    // A ceremony of a message cannot decide a transaction.
    const again = (await one.approver.post('/messages/decisions/begin', body)).content
    const mixed = await one.approver.decide(messageUuid, 'reject', { begun: again })
    expect(mixed.content.code).toBe('APPROVAL_CEREMONY_OVER')
    expect(await read(messageUuid)).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
  })

  test('behavior: signatures of a wallet that the organization operates need an approval if a policy requires it', async () => {
    const own = await world.createWallet()
    expect(await hold(own)).toEqual({ walletAddress: own.address, status: 'APPROVED' })
    const approvers = [{ email: 'anna@example.com', administratorId: 'anna' }]
    const rule = { kind: 'approval', tokenAddress: erc20, amount: '10', approvers }
    await world.call('POST', '/v1/org/policies', { body: { name: 'Large sums', rule } })
    expect((await post(signed(own))).content.code).toBe('POLICY_REFUSED')
    const anna = world.newDevice('anna@example.com')
    await enrol(anna, await world.invitationFor('anna@example.com'))
    const asking = { [REQUESTER_HEADER]: JSON.stringify({ kind: 'administrator', id: 'anna', name: 'Anna' }) }
    expect((await post(signed(own), asking)).content.code).toBe('POLICY_REFUSED')
    const held = await hold(own)
    expect(held).toMatchObject({ status: 'PENDING_USER_APPROVAL', forOrganization: true })
    expect((await decide(held.messageUuid, 'approve', held.number, anna)).content.status).toBe('APPROVED')
  })
})

const decideWith = ({ approver }: Protected, begun: { ceremonyId: string; options: unknown }) =>
  approver.decide('', 'reject', { of: 'message', begun })

describe('refusals', () => {
  test('error: a signature of another key, or over another message, starts no approval', async () => {
    const body = signed(one.wallet)
    const other = await world.createWallet()
    const typedData = newPermit(world.chain, one.wallet.address)
    const refused = [
      { ...body, signature: signed(one.wallet).signature },
      { ...body, message: { kind: 'typed-data', typedData } },
      { ...signed({ ...one.wallet, passkey: other.passkey }) },
    ]
    for (const wrong of refused) expect((await post(wrong)).content.code).toBe('INVALID_SIGNATURE')
  })

  const page = 'https://shop.example'

  test.each([
    ['only the frame’s origin', {}, 400],
    ['a top origin without crossOrigin', { crossOrigin: false, topOrigin: page }, 400],
    ['another top origin', { crossOrigin: true, topOrigin: 'https://other.example' }, 400],
    ['crossOrigin and that top origin', { crossOrigin: true, topOrigin: page }, 200],
  ])('param: a registered embed origin as the page, signed with %s → %i', async (_what, frame, status) => {
    const body = { embedOrigins: [page, 'https://other.example'] }
    expect((await world.call('PUT', '/v1/org/organization', { body })).status).toBe(200)
    const answer = await post({ ...signed(one.wallet, frame), origin: page })
    expect(answer.status).toBe(status)
    if (status === 400) expect(refusedFields(answer)).toEqual(['origin'])
    // The frame's own origin would hide the page around the frame, so it is refused if the browser names that page.
    const isNamed = 'crossOrigin' in frame && frame.crossOrigin
    expect((await post(signed(one.wallet, frame))).status).toBe(isNamed ? 400 : 200)
  })

  test('error: rejects a page around the frame that may not embed the widget', async () => {
    const topOrigin = 'https://stranger.example'
    const answer = await post({ ...signed(one.wallet, { crossOrigin: true, topOrigin }), origin: topOrigin })
    expect(answer.content.code).toBe('INVALID_SIGNATURE')
  })

  test.each([
    ['a hash', { kind: 'bytes', data: `0x${'ab'.repeat(32)}` }],
    [
      'typed data for another chain',
      {
        kind: 'typed-data',
        typedData: { ...newPermit(world.chain, one.wallet.address), domain: { chainId: 1 } },
      },
    ],
    ['invalid typed data', { kind: 'typed-data', typedData: { types: {} } }],
    ['another kind', { kind: 'call' }],
  ])('error: rejects %s and names the field', async (_what, message) => {
    const answer = await post({ ...signed(one.wallet), message })
    expect(answer.status).toBe(400)
    expect(refusedFields(answer).join()).toMatch(/^message/)
  })

  test('error: another organization’s wallet and message look unknown', async () => {
    const other = await world.addOrganization('Other', 'other.example')
    const { messageUuid } = await hold()
    const asOther = { key: other.key }
    expect((await world.call('GET', `/v1/baas/messages/${messageUuid}`, asOther)).status).toBe(404)
    const answer = await world.call('POST', '/v1/baas/messages', {
      ...asOther,
      body: signed(one.wallet),
    })
    expect(answer.content.code).toBe('WALLET_NOT_OWNED')
  })
})
