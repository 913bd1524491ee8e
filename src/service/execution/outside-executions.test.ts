import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { alertListSchema } from '#protocol/alerts.ts'
import { readPushMessage } from '#protocol/push-message.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { transactionTimelineSchema } from '#protocol/transaction-timeline.ts'
import { alertKinds } from '#service/alerts/alert-kinds.ts'
import { evaluateAlerts } from '#service/alerts/raise-alerts.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { bringOutside, whileNobodyLooks, type Way } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { followOutcomes } from './follow-outcomes.ts'
import { outcomeChain } from './outcome-chain.ts'
import { outcomeStore } from './outcome-store.ts'

const WAIT = { timeout: 120_000 }

const world = await forFile(serviceWorld.pushes())
const { ctx } = world
const { erc20 } = world.chain.tokens
const one = await world.protectedWallet({ label: 'Savings' })
const device = await world.subscribed(one.approver)
const organizationWallet = await world.createWallet({ coins: 1_000n })
afterEach(() => sql`update policies set enabled = false`.execute(ctx.db))

const payment = (wallet: TestWallet, amount = 1n) =>
  world.signed(wallet, world.transfer(newAddress(), amount))
const readRecords = async (digest: string) =>
  (await world.call('GET', `/v1/baas/transactions?digest=${digest}`)).content
/** Waits for the single record of a digest. */
async function found(digest: string) {
  await expect.poll(async () => (await readRecords(digest)).length, WAIT).toBe(1)
  return (await readRecords(digest))[0]
}
const mailsTo = (email: string) =>
  ctx.mails.filter(({ to, subject }) => to === email && /without (your|the required) approval/.test(subject))
async function alerted(subject: string) {
  const kinds = alertKinds(ctx).filter(({ kind }) => kind === 'executed-unapproved')
  for (let round = 0; round < 3; round += 1) await evaluateAlerts(ctx, kinds)
  const listed = alertListSchema.parse((await world.call('GET', '/v1/org/alerts')).content)
  return listed.filter((alert) => alert.subject === subject).map(({ kind }) => kind)
}
async function readSteps(uuid: string) {
  const { content } = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
  return transactionTimelineSchema.parse(content).steps.map(({ kind }) => kind)
}
const addPolicy = (rule: object) =>
  world.call('POST', '/v1/org/policies', { body: { name: 'Large sums', rule } })
describe('a call of a protected wallet that never reached the service', () => {
  test.each<Way>(['direct', 'bundle', 'forwarder'])(
    'behavior: executed by another party, %s → listed with its call, alerted, and its end-user gets a mail and a push',
    async (way) => {
      const [mails, pushes] = [mailsTo(one.wallet.email).length, world.receivedBy(device).length]
      const body = payment(one.wallet, 3n)
      const { hash, digest } = await bringOutside(world, body, way)
      const transaction = await found(digest)
      const { transactionUuid: uuid } = transaction
      expect(transaction).toMatchObject({
        status: 'CONFIRMED',
        transactionHash: hash,
        data: body['data'],
        reason: 'it was executed without the approval of its end-user',
        bypassed: 'end-user',
        outside: true,
      })
      expect(transaction).not.toHaveProperty('approval')
      expect(await world.eventsOf(uuid)).toEqual(['transaction.confirmed'])
      expect(await alerted(uuid)).toEqual(['executed-unapproved'])
      expect(await readSteps(uuid)).toEqual(['found-on-chain', 'executed-without-approval', 'confirmed'])
      await expect.poll(() => mailsTo(one.wallet.email), WAIT).toHaveLength(mails + 1)
      const { text } = mailsTo(one.wallet.email).at(-1)!
      for (const part of ['Savings', hash, `#transaction=${uuid}`, 'Move what is left', 'Demo'])
        expect(text).toContain(part)
      const all = await world.messagesTo(device, pushes + 1)
      const message = readPushMessage(device.decrypt(all.at(-1)!.body))
      expect(message).toEqual({ transactionUuid: uuid, executed: true })
      const [newest] = (await one.approver.get('/history')).content.transactions
      expect(newest).toMatchObject({ transactionUuid: uuid, bypassed: 'end-user', outside: true })
      expect((await one.approver.get(`/transactions/${uuid}`)).content).toMatchObject({ digest })
      expect((await world.call('GET', `/v1/org/transactions/${uuid}/receipt`)).status).toBe(200)
    },
  )

  test('behavior: its call cannot be read from the chain → the wallet is alerted, and the mail says so', async () => {
    const { wallet, approver } = await world.protectedWallet()
    const own = await world.subscribed(approver)
    const { hash, digest } = await bringOutside(world, payment(wallet), 'stored')
    await expect.poll(() => mailsTo(wallet.email), WAIT).toHaveLength(1)
    expect(mailsTo(wallet.email)[0]?.text).toContain('could not be read')
    expect(mailsTo(wallet.email)[0]?.text).toContain(hash)
    const [message] = await world.messagesTo(own)
    expect(readPushMessage(own.decrypt(message!.body))).toEqual({ executedDigest: digest })
    expect(await alerted(wallet.address)).toEqual(['executed-unapproved'])
    expect(await readRecords(digest)).toEqual([])
  })

  test('behavior: the same request comes later → returns the existing transaction, and nobody is notified twice', async () => {
    const { wallet } = await world.protectedWallet()
    const [readable, unreadable] = [payment(wallet), payment(wallet)]
    const first = await bringOutside(world, readable)
    const { transactionUuid: uuid } = await found(first.digest)
    const second = await bringOutside(world, unreadable, 'stored')
    await expect.poll(() => mailsTo(wallet.email), WAIT).toHaveLength(2)
    expect((await world.execute(readable)).content).toMatchObject({ transactionHash: first.hash })
    expect((await world.execute(unreadable)).content).toMatchObject({ transactionHash: second.hash })
    const later = await found(second.digest)
    expect(later).toMatchObject({ status: 'CONFIRMED', bypassed: 'end-user' })
    expect(await alerted(uuid)).toEqual(['executed-unapproved'])
    expect(await alerted(wallet.address)).toEqual(['executed-unapproved'])
    expect(await alerted(later.transactionUuid)).toEqual([])
    expect(await readRecords(first.digest)).toHaveLength(1)
    await world.quiet()
    expect(mailsTo(wallet.email)).toHaveLength(2)
  })

  test('behavior: executed while no process ran, and found by four at once → stored and reported once', async () => {
    const { wallet } = await world.protectedWallet()
    const body = payment(wallet)
    let digest = ''
    await whileNobodyLooks(world, async () => {
      digest = (await bringOutside(world, body)).digest
      const process = () => followOutcomes({ chain: outcomeChain(ctx), store: outcomeStore(ctx) })
      await Promise.all([process(), process(), process(), process()])
    })
    const { transactionUuid: uuid, transactionHash: hash } = await found(digest)
    expect(await world.eventsOf(uuid)).toEqual(['transaction.confirmed'])
    await expect.poll(() => mailsTo(wallet.email), WAIT).toHaveLength(1)
    const alarms = ctx.logLines.filter((line) => line.includes('executed-without-approval'))
    expect(alarms.filter((line) => line.includes(hash))).toHaveLength(1)
  })

  test('behavior: its person muted the wallet and got many mails → they are still notified of every such execution', async () => {
    const { wallet } = await world.protectedWallet()
    await sql`insert into approver_mutes (approver_id, wallet_address, until)
      select id, ${wallet.address.toLowerCase()}, now() + interval '1 hour' from approvers
      where email = ${wallet.email}`.execute(ctx.db)
    for (let sent = 0; sent < 6; sent += 1) await bringOutside(world, payment(wallet))
    await expect.poll(() => mailsTo(wallet.email), WAIT).toHaveLength(6)
    // The history's cursor has a precision of milliseconds. It would skip rows with more precise times.
    const { rows } = await sql`select from bypassed_approvals
      where noticed_at <> date_trunc('milliseconds', noticed_at)`.execute(ctx.db)
    expect(rows).toEqual([])
  })
})

describe('a held call that another party executed without the approval', () => {
  test('behavior: its end-user is notified once, by mail and push, and the app shows it as such', async () => {
    const { wallet, approver } = await world.protectedWallet()
    const own = await world.subscribed(approver)
    const body = payment(wallet)
    const uuid = (await world.execute(body)).content.transactionUuid
    await world.messagesTo(own)
    await bringOutside(world, body)
    await expect.poll(() => mailsTo(wallet.email), WAIT).toHaveLength(1)
    const [, message] = await world.messagesTo(own, 2)
    expect(readPushMessage(own.decrypt(message!.body))).toEqual({ transactionUuid: uuid, executed: true })
    const held = (await approver.get(`/transactions/${uuid}`)).content
    expect(held).toMatchObject({ status: 'CONFIRMED', bypassed: 'end-user' })
    expect((await approver.get('/history')).content.transactions).toHaveLength(1)
    expect(await readSteps(uuid)).toContain('executed-without-approval')
  })
})

describe('a wallet that the organization operates', () => {
  test('behavior: without any policy → listed as executed outside, without an alert', async () => {
    const { digest } = await bringOutside(world, payment(organizationWallet))
    const transaction = await found(digest)
    expect(transaction).toMatchObject({ outside: true, reason: 'it was executed outside this service' })
    expect(transaction).not.toHaveProperty('bypassed')
    expect(await alerted(transaction.transactionUuid)).toEqual([])
    expect(await readSteps(transaction.transactionUuid)).toEqual(['found-on-chain', 'confirmed'])
  })

  test('behavior: with a policy that requires an approval → alerted only above its amount, and the approver is notified', async () => {
    const email = 'anna@example.com'
    const approvers = [{ email, administratorId: 'anna' }]
    await addPolicy({ kind: 'approval', tokenAddress: erc20, amount: '10', approvers })
    await enrol(world.newDevice(email), await world.invitationFor(email))
    const below = await found((await bringOutside(world, payment(organizationWallet, 10n))).digest)
    expect(below).not.toHaveProperty('bypassed')
    const above = await found((await bringOutside(world, payment(organizationWallet, 11n))).digest)
    expect(above).toMatchObject({
      bypassed: 'administrator',
      reason: 'it was executed without the approval that a policy requires',
    })
    expect(await alerted(above.transactionUuid)).toEqual(['executed-unapproved'])
    await expect.poll(() => mailsTo(email), WAIT).toHaveLength(1)
    expect(mailsTo(email)[0]).toMatchObject({
      subject: 'A transaction of Demo was executed without the required approval',
      text: expect.not.stringMatching(/your wallet|end-user/),
    })
  })

  test('behavior: with a limit that refuses it → alerted as against the policy', async () => {
    await addPolicy({ kind: 'transaction-limit', tokenAddress: erc20, amount: '10' })
    const { digest } = await bringOutside(world, payment(organizationWallet, 11n))
    const { transactionUuid: uuid, ...transaction } = await found(digest)
    expect(transaction).toMatchObject({
      bypassed: 'policy',
      reason: 'it was executed although a policy refuses it',
    })
    expect(await alerted(uuid)).toEqual(['executed-unapproved'])
    expect(await readSteps(uuid)).toContain('executed-against-policy')
  })

  test('behavior: with a limit, and its call cannot be read from the chain → the wallet is alerted', async () => {
    const wallet = await world.createWallet({ coins: 1_000n })
    await addPolicy({ kind: 'transaction-limit', tokenAddress: erc20, amount: '10' })
    const { digest } = await bringOutside(world, payment(wallet, 11n), 'stored')
    await expect.poll(() => alerted(wallet.address), WAIT).toEqual(['executed-unapproved'])
    expect(await readRecords(digest)).toEqual([])
  })

  test('behavior: executions by the service itself are never reported as outside', async () => {
    const body = payment(organizationWallet)
    await world.execute(body)
    expect(await world.settledOf(body)).not.toHaveProperty('outside')
  })
})
