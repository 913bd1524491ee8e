import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keyWords } from '#protocol/display/key-words.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { readPushMessage } from '#protocol/push-message.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { TestApprover } from '#service/testing/approver-devices.ts'
import {
  addKey,
  callItself,
  coSignedWallet,
  setCoSigner,
  startRemoval,
  WAIT,
} from '#service/testing/co-signed-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const ORIGIN = 'http://localhost:4000'
const DAY_SECONDS = 86_400n

const world = await forFile(serviceWorld.pushes())
const mailsTo = (to: string, subject: string) =>
  world.ctx.mails.filter((mail) => mail.to === to && mail.subject.startsWith(subject))
const REMOVED = 'The co-signer of your wallet at Demo is being removed'
const ADDED = 'A passkey can now sign for your wallet at Demo'

/** Objects with the approval passkey, as the app does. */
async function object(approver: TestApprover, walletAddress: string) {
  const begun = await approver.post('/objections/begin', { walletAddress })
  expect(begun.status, begun.text).toBe(200)
  const { ceremonyId, options } = begun.content
  const response = approver.passkey.assert(options, { origin: ORIGIN })
  return approver.post('/objections/finish', { ceremonyId, response })
}

test('behavior: a removal is mailed and pushed once, and the person can object once', async () => {
  const { wallet, approver } = await coSignedWallet(world)
  const device = await world.subscribed(approver)
  const { content } = await callItself(world, { wallet }, startRemoval())
  expect(content).toHaveProperty('transactionHash')
  await expect.poll(() => mailsTo(wallet.email, REMOVED).length, WAIT).toBe(1)
  expect(mailsTo(wallet.email, REMOVED)[0]?.text).toContain(`/approve#wallet=${wallet.address}`)
  expect(mailsTo(wallet.email, REMOVED)[0]?.text).toContain('If this was not you, object now.')
  await world.quiet()
  const pushed = world.receivedBy(device).map(({ body }) => readPushMessage(device.decrypt(body)))
  expect(pushed).toEqual([{ walletAddress: wallet.address, change: 'removal-started' }])

  const before = (await readAuthority(world.chain.chain, wallet.address))?.coSignerUntilSeconds ?? 0n
  const page = await approver.get(`/wallets/${wallet.address}`)
  const untilDatetime = new Date(Number(before) * 1_000).toISOString()
  expect(page.content).toMatchObject({
    protection: 'chain',
    removal: { untilDatetime, objected: false, canObject: true },
  })
  expect((await object(approver, wallet.address)).content).toEqual({ success: true })
  const until = async () => (await readAuthority(world.chain.chain, wallet.address))?.coSignerUntilSeconds
  await expect.poll(until, WAIT).toBe(before + 27n * DAY_SECONDS)
  const removal = async () => (await approver.get(`/wallets/${wallet.address}`)).content.removal
  await expect.poll(removal, WAIT).toMatchObject({ objected: true, canObject: false })
  expect((await object(approver, wallet.address)).status).toBe(400)
  expect(mailsTo(wallet.email, REMOVED)).toHaveLength(1)
})

test('error: another person reads and objects to nothing, and neither does another passkey', async () => {
  const { wallet, approver } = await coSignedWallet(world)
  const stranger = (await world.protectedWallet()).approver
  await callItself(world, { wallet }, startRemoval())
  expect((await stranger.get(`/wallets/${wallet.address}`)).status).toBe(404)
  const path = '/objections/begin'
  expect((await stranger.post(path, { walletAddress: wallet.address })).status).toBe(404)
  const until = async () => (await readAuthority(world.chain.chain, wallet.address))?.coSignerUntilSeconds
  await expect.poll(until, WAIT).toBeDefined()
  const { ceremonyId, options } = (await approver.post(path, { walletAddress: wallet.address })).content
  const response = stranger.passkey.assert(options, { origin: ORIGIN })
  const answer = await approver.post('/objections/finish', { ceremonyId, response })
  expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
})

test('behavior: the mail about another co-signer than the person does not ask them to object', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const { content } = await callItself(world, { wallet }, setCoSigner(world.chain.sender))
  await approver.decide(content.transactionUuid, 'approve')
  const named = async () => (await readAuthority(world.chain.chain, wallet.address))?.coSigner
  await expect.poll(named, WAIT).toBeDefined()
  await callItself(world, { wallet }, startRemoval())
  await expect.poll(() => mailsTo(wallet.email, REMOVED).length, WAIT).toBe(1)
  const text = mailsTo(wallet.email, REMOVED)[0]?.text
  expect(text).toContain('no longer needs the signature of its co-signer')
  expect(text).toContain(`/approve#wallet=${wallet.address}`)
  expect(text).not.toMatch(/object|your approval/)
  const page = await approver.get(`/wallets/${wallet.address}`)
  expect(page.content.removal).toMatchObject({ canObject: false })
})

test('behavior: an added key is mailed once', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const passkey = createSoftwarePasskey('localhost')
  const { transactionUuid } = (await callItself(world, { wallet }, addKey(passkey))).content
  await approver.decide(transactionUuid, 'approve')
  await expect.poll(() => mailsTo(wallet.email, ADDED).length, WAIT).toBe(1)
  const [added, first] = [passkey, wallet.passkey].map(({ qx, qy }) => ({
    qx: coordinateHex(qx),
    qy: coordinateHex(qy),
  }))
  expect(mailsTo(wallet.email, ADDED)[0]?.text).toContain(
    `Verification words of the passkey: ${keyWords({ qx: '', qy: '', ...added })}`,
  )
  const { content } = await approver.get(`/wallets/${wallet.address}`)
  expect(content).toMatchObject({
    keys: 2,
    passkeys: [
      { number: 1, ...added, addedAtDatetime: expect.any(String), lastUsedAt: null },
      { number: 0, ...first, lastUsedAt: expect.any(String) },
    ],
  })
  expect(content.passkeys[1]).not.toHaveProperty('addedAtDatetime')
  const { rows } = await sql`select kind from approver_mails where kind = 'key-added'`.execute(world.ctx.db)
  expect(rows).toHaveLength(1)
})

test('error: without a removal there is nothing to object to', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const answer = await approver.post('/objections/begin', { walletAddress: wallet.address })
  expect([answer.status, answer.content.code]).toEqual([409, 'CONFLICT'])
})
