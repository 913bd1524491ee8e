import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { encodeWay, whileNobodyLooks } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readSignedCall, type TestWallet } from '#service/testing/wallet-requests.ts'

/* Calls that the service sent to the chain and then lost in its database, as in a failover or a restore. */

const WAIT = { timeout: 120_000 }
const LOST = 'this service executed it, and its database lost the record'

const world = await forFile(serviceWorld.pushes())
const { ctx, chain } = world

const payment = (wallet: TestWallet) => world.signed(wallet, world.transfer(newAddress(), 1n))
const computeDigest = (body: object) => executeDigest(chain.chain.id, readSignedCall(body).call)
const readRecords = async (body: object) =>
  (await world.call('GET', `/v1/baas/transactions?digest=${computeDigest(body)}`)).content
const readMails = (email: string) =>
  ctx.mails.filter(({ to, subject }) => to === email && subject.includes('without your approval'))
const readAlarms = (hash: string) =>
  ctx.logLines.filter((line) => line.includes('executed-without-approval') && line.includes(hash))

/** Executes a call with its end-user's approval, if it needs one. Returns the hash once it is in a block. */
async function executeApproved(body: Record<string, unknown>, decide?: (uuid: string) => Promise<unknown>) {
  const { content } = await world.execute(body)
  if (decide !== undefined) await decide(content.transactionUuid)
  const sent = ctx.db
    .selectFrom('transactions')
    .innerJoin('relayed_transactions as relayed', 'relayed.id', 'transactions.relayed_id')
    .select(['relayed.hash', 'relayed.block_number'])
    .where('transactions.digest', '=', computeDigest(body))
  await expect.poll(async () => (await sent.executeTakeFirst())?.block_number ?? null, WAIT).not.toBeNull()
  return (await sent.executeTakeFirstOrThrow()).hash
}

/** Changes the digest of the stored record, so that the service has no record of the call. */
const loseRecord = (body: object) =>
  sql`update transactions set digest = '0x' || encode(sha256(digest::bytea), 'hex')
    where digest = ${computeDigest(body)}`.execute(ctx.db)
/** Returns the record to the state before the approval. */
async function loseApproval(body: object): Promise<void> {
  await sql`update held_transactions set approved = null, decided_at = null
    where transaction_id = (select id from transactions where digest = ${computeDigest(body)})`.execute(
    ctx.db,
  )
  await sql`update transactions set state = 'PENDING_USER_APPROVAL', relayed_id = null, transaction_hash = null,
    watch = 'unread' where digest = ${computeDigest(body)}`.execute(ctx.db)
}

/** Expects that the service found the call again: it has a single record. */
async function expectFoundAgain(body: object, hash: string): Promise<void> {
  await expect
    .poll(() => readRecords(body), WAIT)
    .toMatchObject([{ status: 'CONFIRMED', transactionHash: hash, reason: LOST }])
  expect((await readRecords(body))[0]).not.toHaveProperty('bypassed')
  expect(readAlarms(hash)).toEqual([])
}

test('behavior: the record of an approved call is lost → found on the chain again, and nobody is alerted', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const body = payment(wallet)
  let hash = ''
  await whileNobodyLooks(world, async () => {
    hash = await executeApproved(body, (uuid) => approver.decide(uuid, 'approve'))
    await loseRecord(body)
  })
  await expectFoundAgain(body, hash)
  const [{ transactionUuid: uuid, outside }] = await readRecords(body)
  expect(outside).toBe(true)
  expect(await world.eventsOf(uuid)).toEqual(['transaction.confirmed'])
  const lines = ctx.logLines.filter((line) => line.includes('that the database had lost'))
  expect(lines.filter((line) => line.includes(uuid))).toHaveLength(1)
  expect(readMails(wallet.email)).toEqual([])
})

test('behavior: records of calls that were sent in one transaction are lost → each is found on the chain again', async () => {
  const wallets = await Promise.all([1, 2, 3].map(() => world.createWallet({ coins: 10n })))
  const bodies = wallets.map(payment)
  await whileNobodyLooks(world, async () => {
    await Promise.all(bodies.map((body) => executeApproved(body)))
    for (const body of bodies) await loseRecord(body)
  })
  for (const body of bodies) {
    await expect.poll(() => readRecords(body), WAIT).toMatchObject([{ status: 'CONFIRMED', reason: LOST }])
  }
})

test('behavior: the same request comes again before its lost record is found → returns the execution, and nobody is alerted', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const body = payment(wallet)
  await whileNobodyLooks(world, async () => {
    const hash = await executeApproved(body, (uuid) => approver.decide(uuid, 'approve'))
    await loseRecord(body)
    expect((await world.execute(body)).content).toMatchObject({ transactionHash: hash })
    await expectFoundAgain(body, hash)
  })
  expect(readMails(wallet.email)).toEqual([])
})

test('behavior: only the approval is lost → confirmed, and no alarm says that it lacked one', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const body = payment(wallet)
  let hash = ''
  await whileNobodyLooks(world, async () => {
    hash = await executeApproved(body, (uuid) => approver.decide(uuid, 'approve'))
    await loseApproval(body)
  })
  await expectFoundAgain(body, hash)
  await world.quiet()
  expect(readMails(wallet.email)).toEqual([])
})

test('error: a contract executes a call of a protected wallet during another wallet’s call → it lacked the approval, although the relayer sent the transaction', async () => {
  const { wallet } = await world.protectedWallet()
  const caller = await world.createWallet()
  const body = payment(wallet)
  const { call, signature } = readSignedCall(body)
  const forwarded = { to: call.walletAddress, data: encodeExecuteCall(call, signature) }
  const { to, data } = await encodeWay(chain, 'forwarder', forwarded)
  const answer = await world.execute(world.signed(caller, { toAddress: to, data }))
  expect(answer.status).toBe(200)
  await expect.poll(() => readRecords(body), WAIT).toMatchObject([{ bypassed: 'end-user', outside: true }])
  await expect.poll(() => readMails(wallet.email), WAIT).toHaveLength(1)
})
