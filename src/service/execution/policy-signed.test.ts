import { randomBytes } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { apiError, rateLimited } from '#server-kit/http/http-error.ts'
import { openSecret } from '#server-kit/secrets/secret-box.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { policySignerContext } from '#service/organizations/policy-signer.ts'
import { setGasBudget } from '#service/relayer/gas-budget.ts'
import { resealSecrets } from '#service/reseal-secrets.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { policySignedWallet } from '#service/testing/co-signed-wallet.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { sendDue } from '#service/testing/send-due.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.approvals())
const { ctx } = world
const { erc20 } = world.chain.tokens
const { content: made } = await world.call('POST', '/v1/org/policy-signer')
const policySigner: Address = made.address

afterEach(async () => {
  vi.restoreAllMocks()
  await ctx.db.deleteFrom('policies').execute()
})

const policy = async (rule: object) => {
  const body = { name: 'Small sums', rule }
  expect((await world.call('POST', '/v1/org/policies', { body })).status).toBe(200)
}
const limit = (kind: string, amount: string) => policy({ kind, tokenAddress: erc20, amount })

async function run(wallet: TestWallet, data: Hex) {
  const { content, text } = await world.execute(world.signed(wallet, { toAddress: wallet.address, data }))
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
}
const nameIt = encodeCall('setCoSigner(address)', [policySigner])

const pay = (wallet: TestWallet, to: Address, amount: bigint) =>
  world.execute(world.signed(wallet, world.transfer(to, amount)))
/** Reads the last stored call of a wallet. */
const lastOf = ({ address }: TestWallet) =>
  ctx.db
    .selectFrom('transactions')
    .select(['id', 'state'])
    .where('wallet_address', '=', lowerCase(address))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const coSignatures = () => ctx.db.selectFrom('co_signatures').select('transaction_id').execute()

test('behavior: an organization has one policy signer, which its configuration names', async () => {
  expect((await world.call('GET', '/v1/baas/config')).content.policySigner).toBe(policySigner)
  const again = await world.call('POST', '/v1/org/policy-signer')
  expect(again).toMatchObject({ status: 200, content: made })
  const other = await world.addOrganization('Other', 'other.localhost')
  const { content } = await world.call('GET', '/v1/baas/config', { key: other.key })
  expect(content.policySigner).toBeNull()
})

test('behavior: the key is sealed, and sealed again with the next secret', async () => {
  const row = await ctx.db.selectFrom('policy_signers').selectAll().executeTakeFirstOrThrow()
  const context = policySignerContext(row.organization_id)
  const secret = openSecret(ctx.settings.secretKeys, context, row.private_key_box ?? '')
  expect(JSON.stringify(row)).not.toContain(secret.slice(2))
  const next = randomBytes(32)
  const keys = [next, ...ctx.settings.secretKeys]
  await expect(
    ctx.db.transaction().execute(async (trx) => {
      await resealSecrets(trx, keys)
      const resealed = await trx.selectFrom('policy_signers').selectAll().executeTakeFirstOrThrow()
      expect(openSecret([next], context, resealed.private_key_box ?? '')).toBe(secret)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
})

test('behavior: executes at once what the policies allow, and signs nothing that they refuse', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  await limit('transaction-limit', '10')
  const to = newAddress()
  const before = (await coSignatures()).length
  expect(await pay(wallet, to, 11n)).toMatchObject({ status: 403, content: { code: 'POLICY_REFUSED' } })
  expect(await coSignatures()).toHaveLength(before)
  const { content, text } = await pay(wallet, to, 10n)
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(10n)
  expect(await coSignatures()).toHaveLength(before + 1)
  // No person approved it.
  const { id } = await lastOf(wallet)
  await expect.poll(() => world.eventsOf(id)).toContain('transaction.confirmed')
  expect(await world.eventsOf(id)).not.toContain('transaction.approved')
})

test('error: with a limit, the policy signer does not co-sign its own removal', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  await limit('transaction-limit', '10')
  const before = (await coSignatures()).length
  const data = encodeCall('setCoSigner(address)', [ZERO_ADDRESS])
  const refused = await world.execute(world.signed(wallet, { toAddress: wallet.address, data }))
  expect(refused).toMatchObject({ status: 403, content: { code: 'POLICY_REFUSED' } })
  expect(await coSignatures()).toHaveLength(before)
  // The owner can still remove the co-signer alone, after three days.
  await run(wallet, encodeCall('startCoSignerRemoval()', []))
})

test('behavior: one of two concurrent calls for the rest of a daily limit is co-signed', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  await limit('day-limit', '10')
  const to = newAddress()
  const before = (await coSignatures()).length
  const answers = await Promise.all([pay(wallet, to, 6n), pay(wallet, to, 6n)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403])
  expect(await coSignatures()).toHaveLength(before + 1)
})

test('error: a call that would fail is not co-signed', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const before = (await coSignatures()).length
  expect(await pay(wallet, newAddress(), 100_000n)).toMatchObject({
    status: 400,
    content: { code: 'TRANSACTION_REVERTS' },
  })
  expect(await coSignatures()).toHaveLength(before)
})

test('behavior: if a process ends after the call was stored, the next one sends it once', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const to = newAddress()
  const submit = vi.spyOn(ctx.relay, 'submit').mockRejectedValueOnce(apiError('CHAIN_FAILED'))
  expect((await pay(wallet, to, 3n)).content.code).toBe('CHAIN_FAILED')
  submit.mockRestore()
  const { id, state } = await lastOf(wallet)
  expect(state).toBe('APPROVED')
  await ctx.db
    .updateTable('co_signatures')
    .set({ send_after: new Date(0) })
    .execute()
  await Promise.all([sendDue(ctx), sendDue(ctx)])
  expect(await world.ended(id)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(3n)
})

test.each([
  ['whose turn to be sent did not come', rateLimited(1_000), 503, 'UNAVAILABLE'],
  ['whose node timed out', apiError('CHAIN_TIMEOUT'), 504, 'CHAIN_TIMEOUT'],
  ['whose node failed', apiError('CHAIN_FAILED'), 502, 'CHAIN_FAILED'],
])(
  'error: a stored call %s → the caller is not blamed, and the call is sent later',
  async (_, error, status, code) => {
    const wallet = await policySignedWallet(world, policySigner)
    const to = newAddress()
    const body = world.signed(wallet, world.transfer(to, 2n))
    const submit = vi.spyOn(ctx.relay, 'submit').mockRejectedValueOnce(error)
    expect(await world.execute(body)).toMatchObject({ status, content: { code } })
    submit.mockRestore()
    const { id, state } = await lastOf(wallet)
    expect(state).toBe('APPROVED')
    expect(await world.execute(body)).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
    await ctx.db
      .updateTable('co_signatures')
      .set({ send_after: new Date(0) })
      .execute()
    await sendDue(ctx)
    expect(await world.ended(id)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.coinsOf(to)).toBe(2n)
  },
)

test('error: names the reason why a co-signed call is not sent, and sends it when it is repeated', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const to = newAddress()
  const body = world.signed(wallet, world.transfer(to, 4n))
  const budget = { organizationId: world.demo.id, now: ctx.clock.now() }
  await setGasBudget(ctx.db, { ...budget, weiPerDay: 1n })
  const refused = await world.execute(body)
  await setGasBudget(ctx.db, { ...budget, weiPerDay: 'default' })
  expect(refused).toMatchObject({ status: 429, content: { code: 'GAS_BUDGET_EXHAUSTED' } })
  // The call is stored. Another process sends it only after `send_after`, because the first one may still do so.
  expect(await world.execute(body)).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
  await ctx.db
    .updateTable('co_signatures')
    .set({ send_after: new Date(0) })
    .execute()
  const repeated = async () => (await world.execute(body)).content.transactionHash
  await expect.poll(repeated).toBeDefined()
  expect(await world.settled(await repeated())).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(4n)
})

test('error: a co-signed call that the relayer finds to fail is FAILED and waits for nobody', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  vi.spyOn(ctx.relay, 'submit').mockRejectedValueOnce(apiError('TRANSACTION_REVERTS', 'no coins'))
  expect(await pay(wallet, newAddress(), 3n)).toMatchObject({
    status: 400,
    content: { code: 'TRANSACTION_REVERTS' },
  })
  expect((await lastOf(wallet)).state).toBe('FAILED')
})

test('behavior: a call that requires another administrator’s approval is co-signed after it', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const rule = {
    kind: 'approval',
    tokenAddress: erc20,
    amount: '5',
    approvers: [{ email: 'anna@example.com' }],
  }
  await policy(rule)
  const anna = world.newDevice('anna@example.com')
  await enrol(anna, await world.invitationFor('anna@example.com'))
  const to = newAddress()
  const before = (await coSignatures()).length
  const { content, text } = await pay(wallet, to, 7n)
  expect(content.status, text).toBe('PENDING_USER_APPROVAL')
  expect(await coSignatures()).toHaveLength(before)
  expect((await anna.decide(content.transactionUuid, 'approve')).status).toBe(200)
  expect(await world.ended(content.transactionUuid)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(7n)
  expect(await coSignatures()).toHaveLength(before + 1)
})

test('behavior: naming the policy signer and the removal need no approval and no fee', async () => {
  const { wallet } = await world.protectedWallet()
  const body = { fee: { tokenAddress: erc20, amountPerTransaction: '2', withdrawAddress: newAddress() } }
  expect((await world.call('PUT', '/v1/org/fees', { body })).status).toBe(200)
  await run(wallet, nameIt)
  await run(wallet, encodeCall('startCoSignerRemoval()', []))
  expect(await pay(wallet, newAddress(), 1n)).toMatchObject({ content: { code: 'FEE_REFUSED' } })
  await world.call('PUT', '/v1/org/fees', { body: { fee: null } })
})

test('behavior: a call that waits while the removal takes effect is sent without a co-signature', async () => {
  const { wallet, approver } = await world.protectedWallet()
  await run(wallet, nameIt)
  await run(wallet, encodeCall('startCoSignerRemoval()', []))
  // The removal is about to take effect when the call is signed, and has taken effect when it is approved.
  world.clock.advance(3 * 24 * 3_600_000 - 120_000)
  await world.chain.mintCoins(newAddress(), 1n)
  const uuid = await world.hold(wallet)
  world.clock.advance(180_000)
  await world.chain.mintCoins(newAddress(), 1n)
  expect((await approver.decide(uuid, 'approve')).status).toBe(200)
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED' })
})
