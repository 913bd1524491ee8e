import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { POLICIES_MAX, POLICY_RECIPIENTS_MAX } from '#protocol/limits.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000C0111'
const OTHER: Address = '0x00000000000000000000000000000000000c0222'

const world = await forFile(serviceWorld.approvals())
const { erc20 } = world.chain.tokens
const other = await world.addOrganization('Other', 'other.localhost')
const own = await world.createWallet({ coins: 1_000n })
const second = await world.createWallet({ coins: 1_000n })

const limit = (amount: string, kind = 'transaction-limit') => ({ kind, tokenAddress: erc20, amount })
const only = (...recipients: string[]) => ({ kind: 'recipients', recipients })
const call = (method: string, path: string, body?: unknown, key = world.demo.key) =>
  world.call(method, `/v1/org/policies${path}`, { key, ...(body === undefined ? {} : { body }) })
async function create(fields: Record<string, unknown>) {
  const { status, content, text } = await call('POST', '', { name: 'Small sums', ...fields })
  if (status !== 200) throw new Error(text)
  return content
}
const send = (amount: bigint, to = RECEIVER, wallet = own) =>
  world.execute(world.signed(wallet, world.transfer(to, amount)))
const stored = async () =>
  Promise.all(
    (['transactions', 'held_transactions'] as const).map(
      async (table) => (await world.ctx.db.selectFrom(table).selectAll().execute()).length,
    ),
  )

afterEach(async () => {
  vi.restoreAllMocks()
  await world.ctx.db.deleteFrom('policies').execute()
})

describe('the list', () => {
  test('behavior: a policy is created, read, changed, disabled and deleted, and its addresses are checksummed', async () => {
    const rule = only(RECEIVER.toLowerCase(), RECEIVER)
    const created = await create({ walletAddress: own.address.toLowerCase(), rule })
    const read = { name: 'Small sums', enabled: true, walletAddress: own.address, rule: only(RECEIVER) }
    expect(created).toMatchObject(read)
    const changed = { name: 'Less', enabled: false, walletAddress: null, rule: limit('5') }
    expect((await call('PUT', `/${created.id}`, changed)).content).toMatchObject({
      id: created.id,
      ...changed,
    })
    expect((await call('GET', '')).content).toEqual([expect.objectContaining(changed)])
    expect((await call('DELETE', `/${created.id}`)).content).toMatchObject({ id: created.id })
    expect((await call('GET', '')).content).toEqual([])
  })

  test.each<[what: string, body: Record<string, unknown>, path: string]>([
    ['no rule', { name: 'x' }, 'rule'],
    ['a name of spaces', { name: ' ', rule: limit('1') }, 'name'],
    ['an unknown kind', { name: 'x', rule: { kind: 'color' } }, 'rule.kind'],
    ['an amount with a decimal point', { name: 'x', rule: limit('1.5') }, 'rule.amount'],
    ['no recipients', { name: 'x', rule: only() }, 'rule.recipients'],
    [
      'too many recipients',
      { name: 'x', rule: only(...Array<string>(POLICY_RECIPIENTS_MAX + 1).fill(OTHER)) },
      'rule.recipients',
    ],
    ['an amount for recipients', { name: 'x', rule: { ...only(OTHER), amount: '1' } }, 'rule.amount'],
  ])('param: rejects %s', async (_what, body, path) => {
    expect(refusedFields(await call('POST', '', body))).toEqual([path])
  })

  test('param: rejects an amount of a listed collection, and accepts one of an unlisted token', async () => {
    const { erc721 } = world.chain.tokens
    const body = { name: 'Items', rule: { ...limit('0'), tokenAddress: erc721 } }
    const { content } = await call('POST', '', body)
    expect(content.rule).toMatchObject({ tokenAddress: erc721 })
    const listed = { standard: 'erc721', name: 'Cards', symbol: 'CARD' }
    await world.call('PUT', `/v1/org/tokens/${erc721}`, { body: listed })
    expect(refusedFields(await call('POST', '', body))).toEqual(['rule.tokenAddress'])
    expect(refusedFields(await call('PUT', `/${content.id}`, { rule: body.rule }))).toEqual([
      'rule.tokenAddress',
    ])
  })

  test('error: rejects a policy above the maximum number', async () => {
    for (let count = 0; count < POLICIES_MAX; count += 1) await create({ enabled: false, rule: limit('1') })
    expect(await call('POST', '', { name: 'x', rule: limit('1') })).toMatchObject({ status: 409 })
  })

  test('error: another organization’s policy looks like an unknown one', async () => {
    const { id } = await create({ rule: limit('1') })
    for (const method of ['PUT', 'DELETE'])
      for (const [asked, key] of [
        [id, other.key],
        [randomUUID(), world.demo.key],
      ])
        expect(await call(method, `/${asked}`, method === 'PUT' ? {} : undefined, key)).toMatchObject({
          status: 404,
          content: { code: 'NOT_FOUND' },
        })
    const foreign = { name: 'x', walletAddress: own.address, rule: limit('1') }
    expect((await call('POST', '', foreign, other.key)).content.code).toBe('WALLET_NOT_OWNED')
    const { name: _, ...dryRun } = foreign
    expect((await call('POST', '/dry-run', dryRun, other.key)).content.code).toBe('WALLET_NOT_OWNED')
    expect((await call('GET', '', undefined, other.key)).content).toEqual([])
  })
})

describe('execute', () => {
  test('error: a refused call names the policy, and nothing is held, stored or relayed', async () => {
    const held = await world.protectedWallet()
    const { id } = await create({ rule: limit('5') })
    const submit = vi.spyOn(world.ctx.relay, 'submit')
    const before = await stored()
    for (const wallet of [own, held.wallet])
      expect(await send(6n, RECEIVER, wallet)).toMatchObject({
        status: 403,
        content: {
          code: 'POLICY_REFUSED',
          message: 'The policy “Small sums” refuses this transaction',
          details: { policyId: id, policyName: 'Small sums' },
        },
      })
    expect(await stored()).toEqual(before)
    // The service may deploy the approval wallet of the new end-user meanwhile.
    expect(submit.mock.calls.filter(([{ purpose }]) => purpose !== 'wallet')).toEqual([])
    expect((await send(5n)).status).toBe(200)
    expect((await send(5n, RECEIVER, held.wallet)).content.status).toBe('PENDING_USER_APPROVAL')
  })

  test('behavior: a batch counts as the sum of its calls', async () => {
    await create({ rule: limit('5') })
    const { data } = world.transfer(RECEIVER, 3n)
    const one = { to: erc20, value: 0n, data }
    const batch = { toAddress: own.address, data: encodeExecuteBatch([one, one]) }
    expect((await world.execute(world.signed(own, batch))).content.code).toBe('POLICY_REFUSED')
  })

  test('behavior: a policy of one wallet, of another organization, disabled or deleted, does not apply to others', async () => {
    const { id } = await create({ walletAddress: second.address, rule: only(OTHER) })
    await call('POST', '', { name: 'Theirs', rule: only(OTHER) }, other.key)
    expect((await send(1n)).status).toBe(200)
    expect((await send(1n, RECEIVER, second)).content.code).toBe('POLICY_REFUSED')
    expect((await send(1n, OTHER, second)).status).toBe(200)
    await call('PUT', `/${id}`, { enabled: false })
    expect((await send(1n, RECEIVER, second)).status).toBe(200)
    await call('PUT', `/${id}`, { enabled: true, walletAddress: null })
    expect((await send(1n)).content.code).toBe('POLICY_REFUSED')
    await call('DELETE', `/${id}`)
    expect((await send(1n)).status).toBe(200)
  })

  test('behavior: with a recipient allowlist, an allowance can be revoked from anyone', async () => {
    await create({ rule: only(OTHER) })
    await world.call('PUT', `/v1/org/tokens/${erc20}`, {
      body: { standard: 'erc20', name: 'Demo', symbol: 'DEMO' },
    })
    const approve = (amount: string) => {
      const form = { functionSignature: 'approve(address,uint256)', params: [RECEIVER, amount] }
      return world.execute(world.signed(own, form))
    }
    expect((await approve('1')).content.code).toBe('POLICY_REFUSED')
    expect((await approve('0')).status).toBe(200)
  })

  test('behavior: a repeated request gets the first response, whatever policies were created since', async () => {
    const body = world.signed(own, world.transfer(RECEIVER, 7n))
    const first = await world.execute(body)
    await create({ rule: limit('5') })
    expect(await world.execute(body)).toMatchObject({ status: 200, text: first.text })
  })

  test('behavior: a policy created while a transaction is held applies when it is sent', async () => {
    const { wallet, approver } = await world.protectedWallet()
    const uuid = await world.hold(wallet)
    await create({ rule: only(OTHER) })
    await approver.decide(uuid, 'approve')
    expect(await world.ended(uuid)).toMatchObject({
      status: 'FAILED',
      reason: 'The policy “Small sums” refuses this transaction',
    })
  })
})

test('behavior: a dry run returns what would have been refused, newest first, only of the policy’s wallets', async () => {
  const { id: organizationId } = other
  const old = {
    organization_id: organizationId,
    to_address: lowerCase(erc20),
    wallet_address: lowerCase(RECEIVER),
  }
  const hoursAgo = (hours: number) => new Date(world.clock.now().getTime() - hours * 3_600_000)
  const insert = (amount: bigint, hours: number, more = {}) =>
    insertTransaction(world.ctx.db, {
      ...old,
      ...world.transfer(OTHER, amount),
      created_at: hoursAgo(hours),
      ...more,
    })
  const [, , big, sum] = [
    await insert(9n, 24 * 31),
    await insert(3n, 72),
    await insert(6n, 48),
    await insert(3n, 47),
    await insert(9n, 2, { state: 'REJECTED' }),
    await insert(3n, 1, { wallet_address: lowerCase(second.address) }),
  ]
  const dryRun = async (rule: Record<string, unknown>) =>
    (await call('POST', '/dry-run', { rule }, other.key)).content
  const ids = (answer: { newestRefused: { transactionUuid: string }[] }) =>
    answer.newestRefused.map(({ transactionUuid }) => transactionUuid)
  const each = await dryRun(limit('5'))
  expect([each.transactions, each.refusedTransactions, ids(each)]).toEqual([4, 1, [big]])
  expect([each.refusedAmount, each.newestRefused[0].amount]).toEqual(['6', '6'])
  expect(ids(await dryRun(limit('7', 'day-limit')))).toEqual([sum])
  expect(ids(await dryRun(limit('9', 'day-limit')))).toEqual([])
  expect((await dryRun(only(RECEIVER))).refusedTransactions).toBe(4)
  expect((await call('GET', '', undefined, other.key)).content).toEqual([])
  expect(await call('POST', '/dry-run', { rule: limit('0') })).toMatchObject({ status: 200 })
})
