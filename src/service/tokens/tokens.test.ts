import { keccak256, toHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { allowedTokenListSchema, resolvedTokenSchema } from '#protocol/tokens.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { allowByDefault } from './allowed-tokens.ts'

const NOBODY = '0x000000000000000000000000000000000000dEaD'

const world = await forFile(serviceWorld.wallets())
const other = await world.addOrganization('Other', 'other.example')
const coin = world.chain.tokens.erc20

describe('POST /tokens/resolve', () => {
  const resolve = (address: unknown) => world.call('POST', '/v1/baas/tokens/resolve', { body: { address } })

  test('behavior: reads name, symbol and decimals', async () => {
    const answer = await resolve(coin.toLowerCase())
    expect(resolvedTokenSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toEqual({
      address: checksumAddress(coin),
      name: 'Demo Coin',
      symbol: 'DEMO',
      decimals: 6,
    })
  })

  test('error: an address without a contract → TOKEN_UNREADABLE', async () => {
    expect((await resolve(NOBODY)).content).toEqual({
      message: 'There is no contract at this address',
      code: 'TOKEN_UNREADABLE',
    })
  })

  test.each([undefined, '', '0x', 'DEMO', `0x${'g'.repeat(40)}`, [NOBODY], toHex(1n), keccak256('0x')])(
    'error: address %j → refused',
    async (address) => expect((await resolve(address)).content.errors[0].path).toBe('address'),
  )
})

describe('allowed tokens', () => {
  beforeAll(async () => {
    const { erc20, erc721 } = world.chain.tokens
    const now = world.ctx.clock.now()
    const list = [
      { address: erc20, standard: 'erc20' as const, name: 'Demo Coin', symbol: 'DEMO', decimals: 6 },
      { address: erc721, standard: 'erc721' as const, name: 'Demo Art', symbol: 'ART', decimals: 0 },
    ]
    for (const token of list) await allowByDefault(world.ctx.db, { ...token, logoUrl: '', now })
    return async () => {
      await world.ctx.db.deleteFrom('allowed_tokens').execute()
    }
  })

  test('behavior: GET /tokens/allowed returns the same default list to every organization', async () => {
    const answer = await world.call('GET', '/v1/baas/tokens/allowed')
    expect(allowedTokenListSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toMatchObject([
      { address: checksumAddress(coin), name: 'Demo Coin', symbol: 'DEMO', decimals: 6, logoUrl: '' },
      { symbol: 'ART', decimals: 0 },
    ])
    expect((await world.call('GET', '/v1/baas/tokens/allowed', { key: other.key })).text).toBe(answer.text)
  })

  test('behavior: allowing a token again updates its words and keeps its id', async () => {
    const [before] = (await world.call('GET', '/v1/baas/tokens/allowed')).content
    const token = { address: coin.toUpperCase().replace('0X', '0x'), standard: 'erc20' as const }
    const words = { name: 'Renamed', symbol: 'DEMO', decimals: 6, logoUrl: 'https://x.example/l.svg' }
    await allowByDefault(world.ctx.db, { ...token, ...words, now: world.ctx.clock.now() })
    const [after] = (await world.call('GET', '/v1/baas/tokens/allowed')).content
    expect(after).toEqual({ ...before, name: 'Renamed', logoUrl: 'https://x.example/l.svg' })
  })
})
