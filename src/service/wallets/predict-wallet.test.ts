import type { Address } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { predictWalletResultSchema } from '#protocol/create-wallet.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { abiString, abiUint, deployAnswering, type Answers } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.wallets())

const PREDICT = '/v1/baas/wallets/predict'
const predict = (body: unknown, key?: string) => world.call('POST', PREDICT, { body, ...(key && { key }) })

describe('POST /wallets/predict', () => {
  test('behavior: returns the factory’s address, not deployed, without a fee', async () => {
    const passkey = createSoftwarePasskey('localhost')
    const answer = await predict(toKeyFields(passkey))
    expect(answer.status).toBe(200)
    expect(predictWalletResultSchema.parse(answer.content)).toEqual(answer.content)
    const { qx, qy, rpIdHash } = passkey
    expect(answer.content).toEqual({
      address: walletAddress({ factory: world.ctx.chain.factory, qx, qy, rpIdHash }),
      deployed: false,
      fee: {
        required: false,
        tokenAddress: '0x0000000000000000000000000000000000000000',
        tokenSymbol: '',
        tokenDecimals: 0,
        amountPerTransaction: '0',
        currentBalance: '0',
        sufficient: true,
      },
    })
  })

  test('behavior: changes nothing', async () => {
    const passkey = createSoftwarePasskey('localhost')
    const [first, second] = [await predict(toKeyFields(passkey)), await predict(toKeyFields(passkey))]
    expect(second.text).toBe(first.text)
  })

  test.each([
    ['swapped', { swap: true }, 'qx and qy are not a point on the secp256r1 curve'],
    ['infinity', { qx: '0', qy: '0' }, 'point at infinity'],
    ['p', { qx: 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff' }, 'below the prime'],
  ])(
    'error: a key that is not on the curve (%s) is INVALID_PUBLIC_KEY and says why',
    async (_name, change, message) => {
      const key = toKeyFields(createSoftwarePasskey('localhost'))
      const body = 'swap' in change ? { ...key, qx: key.qy, qy: key.qx } : { ...key, ...change }
      const answer = await predict(body)
      expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_PUBLIC_KEY' } })
      expect(answer.content.message).toContain(message)
      expect(answer.content.errors.length).toBeGreaterThan(0)
    },
  )

  test('error: rejects the hash of an unregistered or unverified domain, in the words of the specification', async () => {
    const foreign = createSoftwarePasskey('shop.example')
    const message = 'rpIdHash does not match any registered domain for this organization'
    expect((await predict(toKeyFields(foreign))).content.message).toBe(message)
    await world.ctx.db
      .insertInto('organization_domains')
      .values({
        id: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
        organization_id: world.demo.id,
        domain: 'shop.example',
        rp_id_hash: foreign.rpIdHash,
        verified_at: null,
        created_at: new Date(),
      })
      .execute()
    expect((await predict(toKeyFields(foreign))).content.message).toBe(message)
  })

  test('error: the curve is checked before the domain', async () => {
    const key = toKeyFields(createSoftwarePasskey('shop.example'))
    expect((await predict({ ...key, qx: key.qy })).content.code).toBe('INVALID_PUBLIC_KEY')
  })

  test('error: the domain of one organization is unknown to another', async () => {
    const other = await world.addOrganization('Other', 'other.example')
    const message = 'rpIdHash does not match any registered domain for this organization'
    expect((await predict(toKeyFields(createSoftwarePasskey('localhost')), other.key)).content.message).toBe(
      message,
    )
  })

  test('error: rejects creation fields', async () => {
    const answer = await predict({ ...toKeyFields(createSoftwarePasskey('localhost')), label: 'x' })
    expect(answer.content.errors).toEqual([{ path: 'label', message: 'is not a known field' }])
  })
})

describe('an unresponsive chain', () => {
  test('error: 502 in the error envelope', async () => {
    const away = await serviceWorld.api()
    const body = toKeyFields(createSoftwarePasskey('localhost'))
    const answer = await away.call('POST', PREDICT, { body })
    expect(answer.status).toBe(502)
    expect(answer.content).toEqual({
      message: 'The blockchain node responded with an error',
      code: 'CHAIN_FAILED',
    })
    await away.stop()
  })
})

const TREASURY = '0x00000000000000000000000000000000000000fE'
const HONEST: Answers = {
  'name()': abiString('Coin'),
  'symbol()': abiString('COIN'),
  'decimals()': abiUint(6n),
  'balanceOf(address)': abiUint(7n),
}

const setFee = (fee: unknown) => world.call('PUT', '/v1/org/fees', { body: { fee } })
const feeIn = (tokenAddress: Address, amountPerTransaction = '5') => ({
  tokenAddress,
  amountPerTransaction,
  withdrawAddress: TREASURY,
})
const predictFresh = async () => {
  const answer = await predict(toKeyFields(createSoftwarePasskey('localhost')))
  expect(answer.status).toBe(200)
  return predictWalletResultSchema.parse(answer.content)
}
async function create(more: Record<string, unknown>) {
  const email = `fee-${Math.random()}@example.com`
  const verificationCode = await world.requestCode(email)
  const body = { ...toKeyFields(createSoftwarePasskey('localhost')), email, verificationCode, ...more }
  return world.call('POST', '/v1/baas/wallets', { body })
}

afterEach(() => setFee(null))

describe('withFee', () => {
  test.each([{}, { withFee: false }, { withFee: true }])(
    'behavior: a configured fee is required, whatever %j says',
    async (more) => {
      await setFee(feeIn(await deployAnswering(world.chain, HONEST), '8'))
      const refused = await create(more)
      expect(refused.content.code).toBe('INSUFFICIENT_FEE_BALANCE')
      expect(refused.content.message).toContain('Required: 0.000008 COIN, Current: 0.000007 COIN')
      await setFee(feeIn(await deployAnswering(world.chain, HONEST), '7'))
      expect((await create(more)).status).toBe(200)
    },
  )

  test('behavior: without a configured fee it has no effect', async () => {
    expect((await create({ withFee: true })).status).toBe(200)
  })
})

describe('a dishonest fee token', () => {
  test.each<[string, Answers]>([
    ['that returns no balance', { ...HONEST, 'balanceOf(address)': 'revert' }],
    ['whose balance is empty', { ...HONEST, 'balanceOf(address)': '0x' }],
    ['whose balance is endless', { ...HONEST, 'balanceOf(address)': 'endless' }],
    ['whose balance runs out of gas', { ...HONEST, 'balanceOf(address)': 'loop' }],
    ['with 256 decimals', { ...HONEST, 'decimals()': abiUint(256n) }],
    ['without a symbol', { ...HONEST, 'symbol()': '0x' }],
  ])('error: %s cannot be set', async (_title, answers) => {
    expect((await setFee(feeIn(await deployAnswering(world.chain, answers)))).status).toBe(400)
    expect((await world.call('GET', '/v1/org/fees')).content).toEqual({ fee: null })
  })

  test.each<[string, Answers['x']]>([
    ['reverts', 'revert'],
    ['answers nothing', '0x'],
    ['loops', 'loop'],
    ['never ends', 'endless'],
  ])(
    'behavior: one whose balance %s later counts as empty, and predict and create still respond',
    async (_title, behaviour) => {
      await setFee(feeIn(await deployAnswering(world.chain, HONEST)))
      const token = await deployAnswering(world.chain, { ...HONEST, 'balanceOf(address)': behaviour })
      await world.ctx.db.updateTable('fee_settings').set({ token_address: token.toLowerCase() }).execute()
      expect((await predictFresh()).fee).toMatchObject({
        required: true,
        currentBalance: '0',
        sufficient: false,
      })
      expect((await create({})).content.code).toBe('INSUFFICIENT_FEE_BALANCE')
    },
  )

  test('behavior: a huge balance, a long name and 255 decimals are returned unchanged within bounds', async () => {
    const largest = 2n ** 256n - 1n
    const token = await deployAnswering(world.chain, {
      'name()': abiString('N'.repeat(10_000)),
      'symbol()': abiString('S'.repeat(5_000)),
      'decimals()': abiUint(255n),
      'balanceOf(address)': abiUint(largest - 1n),
    })
    expect((await setFee(feeIn(token, largest.toString()))).status).toBe(200)
    const { fee } = await predictFresh()
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
