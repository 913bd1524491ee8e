import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { predictWalletResultSchema } from '#protocol/baas/wallets.ts'
import { abiString, abiUint, deployAnswering, type Answers } from '#service/testing/answering-contract.ts'
import { startChainHarness, type ChainHarness } from '#service/testing/chain-harness.ts'
import { keyOf } from '#service/testing/wallet-requests.ts'
import { createSoftwarePasskey } from '#service/testing/software-passkey.ts'

let harness: ChainHarness
beforeAll(async () => {
  harness = await startChainHarness()
})
afterAll(() => harness.stop())
afterEach(() => setFee(null))

const TREASURY = '0x00000000000000000000000000000000000000fE'
const HONEST: Answers = {
  'name()': abiString('Coin'),
  'symbol()': abiString('COIN'),
  'decimals()': abiUint(6n),
  'balanceOf(address)': abiUint(7n),
}

const setFee = (fee: unknown) => harness.call('PUT', '/v1/org/fees', { body: { fee } })
const feeIn = (tokenAddress: Address, amountPerTransaction = '5') => ({
  tokenAddress,
  amountPerTransaction,
  withdrawAddress: TREASURY,
})
const predict = async () => {
  const body = keyOf(createSoftwarePasskey('localhost'))
  const answer = await harness.call('POST', '/v1/baas/wallets/predict', { body })
  expect(answer.status).toBe(200)
  return predictWalletResultSchema.parse(answer.content)
}
async function create(more: Record<string, unknown>) {
  const email = `fee-${Math.random()}@example.com`
  const verificationCode = await harness.requestCode(email)
  const body = { ...keyOf(createSoftwarePasskey('localhost')), email, verificationCode, ...more }
  return harness.call('POST', '/v1/baas/wallets', { body })
}

describe('withFee', () => {
  test.each([{}, { withFee: false }, { withFee: true }])(
    'behavior: a configured fee is asked for whatever %j says',
    async (more) => {
      await setFee(feeIn(await deployAnswering(harness.test, HONEST), '8'))
      const refused = await create(more)
      expect(refused.content.code).toBe('INSUFFICIENT_FEE_BALANCE')
      expect(refused.content.message).toContain('Required: 0.000008 COIN, Current: 0.000007 COIN')
      await setFee(feeIn(await deployAnswering(harness.test, HONEST), '7'))
      expect((await create(more)).status).toBe(200)
    },
  )

  test('behavior: without a configured fee it means nothing', async () => {
    expect((await create({ withFee: true })).status).toBe(200)
  })
})

describe('a fee token that lies', () => {
  test.each<[string, Answers]>([
    ['that answers no balance', { ...HONEST, 'balanceOf(address)': 'revert' }],
    ['whose balance is empty', { ...HONEST, 'balanceOf(address)': '0x' }],
    ['whose balance never ends', { ...HONEST, 'balanceOf(address)': 'endless' }],
    ['whose balance runs out of gas', { ...HONEST, 'balanceOf(address)': 'loop' }],
    ['of 256 decimals', { ...HONEST, 'decimals()': abiUint(256n) }],
    ['without a symbol', { ...HONEST, 'symbol()': '0x' }],
  ])('error: %s cannot be set', async (_title, answers) => {
    const answer = await setFee(feeIn(await deployAnswering(harness.test, answers)))
    expect(answer.status).toBe(400)
    expect((await harness.call('GET', '/v1/org/fees')).content).toEqual({ fee: null })
  })

  test.each<[string, Answers['x']]>([
    ['reverts', 'revert'],
    ['answers nothing', '0x'],
    ['runs in circles', 'loop'],
    ['never ends', 'endless'],
  ])(
    'behavior: one whose balance %s later counts as empty, and predict and create still answer',
    async (_title, behaviour) => {
      await setFee(feeIn(await deployAnswering(harness.test, HONEST)))
      const token = await deployAnswering(harness.test, { ...HONEST, 'balanceOf(address)': behaviour })
      await harness.ctx.db.updateTable('fee_settings').set({ token_address: token.toLowerCase() }).execute()
      expect((await predict()).fee).toMatchObject({ required: true, currentBalance: '0', sufficient: false })
      expect((await create({})).content.code).toBe('INSUFFICIENT_FEE_BALANCE')
    },
  )

  test('behavior: a boundless balance, a long name and 255 decimals are shown as they are, in bounds', async () => {
    const largest = 2n ** 256n - 1n
    const token = await deployAnswering(harness.test, {
      'name()': abiString('N'.repeat(10_000)),
      'symbol()': abiString('S'.repeat(5_000)),
      'decimals()': abiUint(255n),
      'balanceOf(address)': abiUint(largest - 1n),
    })
    expect((await setFee(feeIn(token, largest.toString()))).status).toBe(200)
    const { fee } = await predict()
    expect(fee).toMatchObject({
      tokenDecimals: 255,
      amountPerTransaction: largest.toString(),
      currentBalance: (largest - 1n).toString(),
      sufficient: false,
    })
    expect(fee.tokenSymbol.length).toBeLessThanOrEqual(32)
    const refused = await create({})
    expect(refused.content.code).toBe('INSUFFICIENT_FEE_BALANCE')
    expect(refused.text.length).toBeLessThan(2_000)
  })
})
