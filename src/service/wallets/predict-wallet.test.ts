import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { predictWalletResultSchema } from '#protocol/baas/wallets.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { startChainHarness, type ChainHarness } from '#service/testing/chain-harness.ts'
import { keyOf } from '#service/testing/wallet-requests.ts'
import { startHarness } from '#service/testing/harness.ts'
import { createSoftwarePasskey } from '#service/testing/software-passkey.ts'

let harness: ChainHarness

beforeAll(async () => {
  harness = await startChainHarness()
})
afterAll(() => harness.stop())

const PREDICT = '/v1/baas/wallets/predict'
const predict = (body: unknown, key?: string) => harness.call('POST', PREDICT, { body, ...(key && { key }) })

describe('POST /wallets/predict', () => {
  test('behavior: the address is the factory’s, nothing is there yet, and no fee is asked', async () => {
    const passkey = createSoftwarePasskey('localhost')
    const answer = await predict(keyOf(passkey))
    expect(answer.status).toBe(200)
    expect(predictWalletResultSchema.parse(answer.content)).toEqual(answer.content)
    const { qx, qy, rpIdHash } = passkey
    expect(answer.content).toEqual({
      address: walletAddress({ factory: harness.ctx.chain.factory, qx, qy, rpIdHash }),
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
    const [first, second] = [await predict(keyOf(passkey)), await predict(keyOf(passkey))]
    expect(second.text).toBe(first.text)
  })

  test.each([
    ['swapped', { swap: true }, 'qx and qy are not a point on the secp256r1 curve'],
    ['infinity', { qx: '0', qy: '0' }, 'point at infinity'],
    ['p', { qx: 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff' }, 'below the prime'],
  ])(
    'error: a key that is no point (%s) is INVALID_PUBLIC_KEY and says why',
    async (_name, change, message) => {
      const key = keyOf(createSoftwarePasskey('localhost'))
      const body = 'swap' in change ? { ...key, qx: key.qy, qy: key.qx } : { ...key, ...change }
      const answer = await predict(body)
      expect(answer.status).toBe(400)
      expect(answer.content.code).toBe('INVALID_PUBLIC_KEY')
      expect(answer.content.message).toContain(message)
      expect(answer.content.errors.length).toBeGreaterThan(0)
    },
  )

  test('error: a hash of no registered domain, and of one that is not proved, is refused in the words of the spec', async () => {
    const foreign = createSoftwarePasskey('shop.example')
    const message = 'rpIdHash does not match any registered domain for this organization'
    expect((await predict(keyOf(foreign))).content.message).toBe(message)
    await harness.ctx.db
      .insertInto('organization_domains')
      .values({
        id: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
        organization_id: harness.demo.id,
        domain: 'shop.example',
        rp_id_hash: foreign.rpIdHash,
        verified_at: null,
        created_at: new Date(),
      })
      .execute()
    expect((await predict(keyOf(foreign))).content.message).toBe(message)
  })

  test('error: the curve is checked before the domain', async () => {
    const key = keyOf(createSoftwarePasskey('shop.example'))
    expect((await predict({ ...key, qx: key.qy })).content.code).toBe('INVALID_PUBLIC_KEY')
  })

  test('error: the domain of one organization is not another’s', async () => {
    const other = await harness.addOrganization('Other', 'other.example')
    const message = 'rpIdHash does not match any registered domain for this organization'
    expect((await predict(keyOf(createSoftwarePasskey('localhost')), other.key)).content.message).toBe(
      message,
    )
  })

  test('error: creation fields are unknown here', async () => {
    const answer = await predict({ ...keyOf(createSoftwarePasskey('localhost')), label: 'x' })
    expect(answer.content.errors).toEqual([{ path: 'label', message: 'is not a known field' }])
  })
})

describe('with a chain that does not answer', () => {
  test('error: 502 in the envelope', async () => {
    const away = await startHarness()
    const body = keyOf(createSoftwarePasskey('localhost'))
    const answer = await away.call('POST', PREDICT, { body })
    expect(answer.status).toBe(502)
    expect(answer.content).toEqual({
      message: 'The blockchain node answered with an error',
      code: 'CHAIN_FAILED',
    })
    await away.stop()
  })
})
