import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { policySignerUnavailable } from '#service/chain/remote-policy-signer.ts'
import type { Relay } from '#service/relayer/relay.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { bringOutside } from '#service/testing/outside-execution.ts'
import { sendDue } from '#service/testing/send-due.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const RECEIVER = '0x00000000000000000000000000000000000c0111'

let one: Protected
const world = await forFile(serviceWorld.approvals())
beforeEach(async () => {
  one = await world.protectedWallet()
})
afterEach(async () => {
  vi.restoreAllMocks()
  // A call that a test left unsent would be sent during the next one.
  await sql`update transactions set state = 'FAILED' where state = 'APPROVED'`.execute(world.ctx.db)
})

/** Intercepts the relayer's `submit` for executions. `intercept` gets the real one. */
function interceptSubmit(intercept: (submit: Relay['submit']) => Relay['submit']) {
  const submit = world.ctx.relay.submit
  const replaced = intercept(submit)
  return vi
    .spyOn(world.ctx.relay, 'submit')
    .mockImplementation((request) =>
      request.purpose === 'transaction' ? replaced(request) : submit(request),
    )
}
const retryNow = () => sql`update held_transactions set send_after = now()`.execute(world.ctx.db)
const relayedOf = (address: string) =>
  world.ctx.db
    .selectFrom('relayed_transactions')
    .select('id')
    .where('to_address', '=', `0x${address.slice(2).toLowerCase()}`)
    .execute()

test.each(['CHAIN_FAILED', 'CHAIN_TIMEOUT'] as const)(
  'behavior: while the chain is down (%s) it stays approved, and is sent once after the chain returns',
  async (code) => {
    let away = true
    const submitted = interceptSubmit(
      (submit) => (request) => (away ? Promise.reject(apiError(code)) : submit(request)),
    )
    const uuid = await world.hold(one.wallet)
    const before = await world.coinsOf(RECEIVER)
    await one.approver.decide(uuid, 'approve')
    await expect.poll(() => submitted.mock.calls.length).toBeGreaterThan(0)
    expect((await world.read(uuid)).status).toBe('APPROVED')
    away = false
    await retryNow()
    expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.coinsOf(RECEIVER)).toBe(before + 1n)
  },
)

/** An approved call, decided `seconds` ago, that the relayer refuses with the code. */
async function refusedAfter(code: 'CHAIN_TIMEOUT' | 'UNAVAILABLE', seconds: number): Promise<string> {
  const submitted = interceptSubmit(() => () => Promise.reject(refusal(code)))
  const uuid = await world.hold(one.wallet)
  await one.approver.decide(uuid, 'approve')
  await expect.poll(() => submitted.mock.calls.length).toBeGreaterThan(0)
  await sql`update held_transactions set send_after = now(), decided_at = service_now() - ${seconds}::integer * interval '1 second'
    where transaction_id = ${uuid}::uuid`.execute(world.ctx.db)
  await sendDue(world.ctx)
  return uuid
}
const refusal = (code: 'CHAIN_TIMEOUT' | 'UNAVAILABLE') =>
  code === 'UNAVAILABLE' ? policySignerUnavailable(new Error('away')) : apiError(code)

test.each([
  ['UNAVAILABLE', 0, 2],
  ['UNAVAILABLE', 120, 30],
  ['UNAVAILABLE', 3_600, 60],
  ['CHAIN_TIMEOUT', 3_600, 2],
] as const)(
  'behavior: refused with %s after it has waited for %i s → it is retried in %i s',
  async (code, waited, pause) => {
    const uuid = await refusedAfter(code, waited)
    const readPause = async () => {
      await sendDue(world.ctx)
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from send_after - service_now())::float as seconds from held_transactions
        where transaction_id = ${uuid}::uuid`.execute(world.ctx.db)
      return rows[0]?.seconds ?? 0
    }
    // While the attempt that followed the approval is in progress, the sweep does not take the call.
    await expect.poll(readPause).toBeGreaterThan(pause - 2)
    expect(await readPause()).toBeLessThan(pause + 2)
  },
)

const FIELDS =
  sql.raw(`organization_id, wallet_address, to_address, value, data, expiration, fee, fee_coin_address,
  fee_withdraw_address, signature`)

test('behavior: a call that keeps failing does not delay another', async () => {
  const full = 20
  const uuid = await refusedAfter('UNAVAILABLE', 3_600)
  const other = await world.protectedWallet()
  const waiting = await world.hold(other.wallet)
  vi.restoreAllMocks()
  const submitted = interceptSubmit(() => () => Promise.reject(apiError('CHAIN_TIMEOUT')))
  await other.approver.decide(waiting, 'approve')
  await expect.poll(() => submitted.mock.calls.length).toBeGreaterThan(0)
  // A full round of calls, decided earlier and due later.
  await sql`with copies as (
      insert into transactions (id, digest, state, created_at, updated_at, ${FIELDS})
      select gen_random_uuid(), '0x' || lpad(place::text, 64, '0'), state, created_at, updated_at, ${FIELDS}
      from transactions, generate_series(1, ${full}::integer) as place where id = ${uuid}::uuid
      returning id)
    insert into held_transactions select copy.* from held_transactions as original, copies,
      jsonb_populate_record(original, jsonb_build_object('transaction_id', copies.id)) as copy
    where original.transaction_id = ${uuid}::uuid`.execute(world.ctx.db)
  submitted.mockClear()
  await sql`update held_transactions
    set send_after = service_now() - interval '1 minute' * case when transaction_id = ${waiting}::uuid then 2 else 1 end
    where transaction_id in (select id from transactions where state = 'APPROVED')`.execute(world.ctx.db)
  await sendDue(world.ctx)
  const first = submitted.mock.calls.slice(0, full).map(([{ to }]) => to)
  expect(first).toContain(other.wallet.address.toLowerCase())
})

test('behavior: a call that could not be sent before its expiration is FAILED and says so', async () => {
  interceptSubmit(() => () => Promise.reject(apiError('CHAIN_TIMEOUT')))
  const uuid = await world.hold(one.wallet)
  await one.approver.decide(uuid, 'approve')
  await sql`update transactions set expiration = floor(extract(epoch from now())) where id = ${uuid}::uuid`.execute(
    world.ctx.db,
  )
  await retryNow()
  expect(await world.ended(uuid)).toMatchObject({
    status: 'FAILED',
    reason: 'it could not be sent before its expiration',
  })
  expect(await world.eventsOf(uuid)).toEqual(['transaction.approved', 'transaction.failed'])
})

test('behavior: several processes that send the same call at once send it once', async () => {
  const atOnce = 3
  let arrived = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  interceptSubmit((submit) => async (request) => {
    arrived += 1
    if (arrived === atOnce) open()
    await gate
    return submit(request)
  })
  const senders: Promise<void>[] = []
  const uuid = await world.hold(one.wallet)
  const before = await world.coinsOf(RECEIVER)
  await one.approver.decide(uuid, 'approve')
  // Each process takes the call although another is working on it, as if the lease had expired.
  const haveArrived = async () => {
    if (arrived >= atOnce) return true
    await retryNow()
    senders.push(sendDue(world.ctx))
    return false
  }
  await waitFor(`${atOnce} processes that send the call`, haveArrived, { pollMs: 20 })
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
  expect(await relayedOf(one.wallet.address)).toHaveLength(1)
  expect(await world.coinsOf(RECEIVER)).toBe(before + 1n)
  expect(await world.eventsOf(uuid)).toEqual([
    'transaction.approved',
    'transaction.submitted',
    'transaction.confirmed',
  ])
})

test('behavior: a process whose simulation fails because another has sent the call does not revert that', async () => {
  interceptSubmit((submit) => async (request) => {
    await submit(request)
    throw apiError('TRANSACTION_REVERTS', 'the digest is spent')
  })
  const uuid = await world.hold(one.wallet)
  await one.approver.decide(uuid, 'approve')
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.eventsOf(uuid)).not.toContain('transaction.failed')
})

test('error: a call that the chain now refuses is FAILED with the chain’s reason', async () => {
  const uuid = await world.hold(one.wallet)
  // The wallet has 1,000 tokens when this is held, and one less when it is approved.
  const all = await world.execute(world.signed(one.wallet, world.transfer(RECEIVER, 1_000n)))
  await one.approver.decide(uuid, 'approve')
  await world.ended(uuid)
  await one.approver.decide(all.content.transactionUuid, 'approve')
  const ended = await world.ended(all.content.transactionUuid)
  expect(ended).toMatchObject({ status: 'FAILED' })
  expect(ended.reason).toMatch(/balance|InsufficientBalance/i)
  expect(ended.reason).not.toContain('The transaction would fail')
})

test('behavior: approved, refused by a later policy and executed by another party → alerted as against the policy', async () => {
  const submitted = interceptSubmit(() => () => Promise.reject(apiError('CHAIN_TIMEOUT')))
  const body = world.signed(one.wallet, world.transfer(RECEIVER, 1n))
  const uuid = (await world.execute(body)).content.transactionUuid
  await one.approver.decide(uuid, 'approve')
  await expect.poll(() => submitted.mock.calls.length).toBeGreaterThan(0)
  const rule = { kind: 'recipients', recipients: [newAddress()] }
  const policy = await world.call('POST', '/v1/org/policies', { body: { name: 'Known recipients', rule } })
  await retryNow()
  expect(await world.ended(uuid)).toMatchObject({ status: 'FAILED' })
  await bringOutside(world, body)
  await expect.poll(async () => (await world.read(uuid)).status).toBe('CONFIRMED')
  expect(await world.read(uuid)).toMatchObject({ bypassed: 'policy' })
  await world.call('DELETE', `/v1/org/policies/${policy.content.id}`)
})
