import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { ExecuteFields } from '#service/testing/wallet-requests.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000a1234'
const OTHER: Address = '0x00000000000000000000000000000000000b5678'

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet({ coins: 1_000n })

const receiver = (): Address => `0x${randomBytes(20).toString('hex')}`
const refusal = async (fields: ExecuteFields) => {
  const answer = await world.execute(world.signed(wallet, fields))
  return { status: answer.status, ...answer.content }
}

test('error: rejects a fee that was not requested', async () => {
  const call = world.transfer(receiver(), 1n)
  expect(await refusal({ ...call, fee: '1' })).toMatchObject({
    status: 400,
    code: 'FEE_REFUSED',
    errors: [{ path: 'fee' }],
  })
  expect(await refusal({ ...call, feeCoinAddress: world.chain.tokens.erc20 })).toMatchObject({
    code: 'FEE_REFUSED',
    errors: [{ path: 'feeCoinAddress' }],
  })
})

test('behavior: accepts a charged fee only in that token, to that address, in full', async () => {
  const organization = await world.addOrganization('Charging', 'charging.example')
  const paying = await world.createWallet({ organization, coins: 1_000n })
  await world.ctx.db
    .insertInto('fee_settings')
    .values({
      organization_id: organization.id,
      token_address: world.chain.tokens.erc20.toLowerCase(),
      token_symbol: 'DEMO',
      token_decimals: 6,
      amount_per_transaction: '30',
      withdraw_address: OTHER,
      updated_at: new Date(),
    })
    .execute()
  const to = receiver()
  const fee = { fee: '30', feeCoinAddress: world.chain.tokens.erc20, feeWithdrawAddress: OTHER }
  const attempt = async (change: ExecuteFields) =>
    await world.execute(
      world.signed(paying, { ...world.transfer(to, 100n), ...fee, ...change }),
      organization,
    )
  expect((await attempt({ fee: '29' })).content).toMatchObject({
    code: 'FEE_REFUSED',
    errors: [{ path: 'fee' }],
  })
  expect((await attempt({ fee: '29' })).content.message).toContain('30 (0.00003 DEMO)')
  expect((await attempt({ feeCoinAddress: ZERO_ADDRESS })).content).toMatchObject({
    errors: [{ path: 'feeCoinAddress' }],
  })
  expect((await attempt({ feeWithdrawAddress: RECEIVER })).content).toMatchObject({
    errors: [{ path: 'feeWithdrawAddress' }],
  })
  expect((await attempt({})).status).toBe(200)
  await expect.poll(() => world.coinsOf(to)).toBe(100n)
  expect(await world.coinsOf(OTHER)).toBe(30n)
})
