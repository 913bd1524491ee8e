import { zeroAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { ORGANIZATION_TOKENS_MAX } from '#protocol/limits.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { inspectedTokenSchema, organizationTokenListSchema } from '#protocol/tokens.ts'
import { abiString, abiUint, deployAnswering, type Answers } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { allowByDefault } from './allowed-tokens.ts'

const NOBODY = '0x000000000000000000000000000000000000dEaD'
const COIN: Answers = {
  'name()': abiString('Odd Coin'),
  'symbol()': abiString('ODD'),
  'decimals()': abiUint(6n),
  'totalSupply()': abiUint(1n),
}

const world = await forFile(serviceWorld.wallets())
const other = await world.addOrganization('Other', 'other.example')
beforeEach(async () => {
  await world.ctx.db.deleteFrom('organization_tokens').execute()
  await world.ctx.db.deleteFrom('allowed_tokens').execute()
})

const put = (address: string, body: unknown, key?: string) =>
  world.call('PUT', `/v1/org/tokens/${address}`, { body, ...(key && { key }) })
const remove = (address: string) => world.call('DELETE', `/v1/org/tokens/${address}`)
const list = async () =>
  organizationTokenListSchema.parse((await world.call('GET', '/v1/org/tokens')).content)
const allowed = async (key?: string): Promise<string[]> => {
  const answer = await world.call('GET', '/v1/baas/tokens/allowed', key ? { key } : {})
  return answer.content.map(({ symbol }: { symbol: string }) => symbol)
}
const addDefault = () =>
  allowByDefault(world.ctx.db, {
    address: world.chain.tokens.erc20,
    standard: 'erc20',
    name: 'Demo Coin',
    symbol: 'DEMO',
    decimals: 6,
    logoUrl: '',
    now: world.ctx.clock.now(),
  })

describe('POST /v1/org/tokens/inspect', () => {
  const inspect = async (address: string) =>
    (await world.call('POST', '/v1/org/tokens/inspect', { body: { address } })).content

  test('behavior: returns the standard of the demo tokens and their own names', async () => {
    const { erc20, erc721, erc1155 } = world.chain.tokens
    expect(inspectedTokenSchema.parse(await inspect(erc20.toLowerCase()))).toEqual({
      address: checksumAddress(erc20),
      isContract: true,
      standard: 'erc20',
      name: 'Demo Coin',
      symbol: 'DEMO',
      decimals: 6,
      hasHiddenText: false,
      isEarlyCollection: false,
    })
    expect(await inspect(erc721)).toMatchObject({ standard: 'erc721', decimals: null })
    expect(await inspect(erc1155)).toMatchObject({ standard: 'erc1155', decimals: null })
  })

  test('param: reports an address without a contract', async () => {
    expect(await inspect(NOBODY)).toMatchObject({ isContract: false, standard: null, name: null })
  })

  test.each<[string, Answers, object]>([
    ['no decimals', { ...COIN, 'decimals()': 'revert' }, { standard: 'erc20', decimals: null }],
    ['256 decimals', { ...COIN, 'decimals()': abiUint(256n) }, { decimals: null }],
    ['no name', { ...COIN, 'name()': '0x' }, { standard: 'erc20', name: null, symbol: 'ODD' }],
    ['nothing of a token', {}, { isContract: true, standard: null, symbol: null }],
    ['yes to everything', { '*': abiUint(1n) }, { standard: 'erc20' }],
    [
      'hidden characters',
      { ...COIN, 'symbol()': abiString('US\u200bDC') },
      { symbol: 'USDC', hasHiddenText: true },
    ],
    [
      'a direction mark',
      { ...COIN, 'name()': abiString('\u202enioC') },
      { name: 'nioC', hasHiddenText: true },
    ],
  ])('param: a contract that returns %s', async (_name, answers, expected) => {
    expect(await inspect(await deployAnswering(world.chain, answers))).toMatchObject(expected)
  })
})

describe('PUT and DELETE /v1/org/tokens/{address}', () => {
  test('behavior: a token allowed by one organization is only on its list, after the default ones', async () => {
    await addDefault()
    const coin = await deployAnswering(world.chain, COIN)
    expect((await put(coin, { standard: 'erc20' })).content).toMatchObject({
      address: checksumAddress(coin),
      name: 'Odd Coin',
      symbol: 'ODD',
      decimals: 6,
      origin: 'organization',
      removed: false,
    })
    expect(await allowed()).toEqual(['DEMO', 'ODD'])
    expect(await allowed(other.key)).toEqual(['DEMO'])
  })

  test('behavior: a removed default token leaves the list, and is restored as it was', async () => {
    await addDefault()
    const { erc20 } = world.chain.tokens
    expect((await remove(erc20)).content).toMatchObject({ symbol: 'DEMO', removed: true })
    expect(await allowed()).toEqual([])
    expect(await allowed(other.key)).toEqual(['DEMO'])
    expect(await list()).toMatchObject([{ symbol: 'DEMO', origin: 'default', removed: true }])
    expect((await put(erc20, { standard: 'erc20' })).content).toMatchObject({
      origin: 'default',
      removed: false,
    })
    expect(await allowed()).toEqual(['DEMO'])
  })

  test('behavior: a removed default collection whose contract has no words is restored with the default ones', async () => {
    const { erc1155 } = world.chain.tokens
    await allowByDefault(world.ctx.db, {
      address: erc1155,
      standard: 'erc1155',
      name: 'Demo Multi Token',
      symbol: 'DMUL',
      decimals: 0,
      logoUrl: '',
      now: world.ctx.clock.now(),
    })
    await remove(erc1155)
    expect((await put(erc1155, { standard: 'erc1155' })).content).toMatchObject({
      symbol: 'DMUL',
      removed: false,
    })
  })

  test('behavior: other words for a default token belong to the organization, and are removed with it', async () => {
    await addDefault()
    const { erc20 } = world.chain.tokens
    await put(erc20, { standard: 'erc20', symbol: 'OURS', logoUrl: 'https://x.example/l.png' })
    expect(await list()).toMatchObject([
      { symbol: 'OURS', name: 'Demo Coin', origin: 'organization', logoUrl: 'https://x.example/l.png' },
    ])
    expect(await allowed(other.key)).toEqual(['DEMO'])
    await remove(erc20)
    expect(await list()).toMatchObject([{ symbol: 'DEMO', removed: true }])
  })

  test('behavior: a collection without a name and a symbol is allowed if the request gives both', async () => {
    const { erc1155 } = world.chain.tokens
    const words = { standard: 'erc1155', name: 'Tickets', symbol: 'TIX' }
    const refused = await put(erc1155, { standard: 'erc1155', name: 'Tickets' })
    if (refused.status !== 200) expect(refused.content.errors).toMatchObject([{ path: 'symbol' }])
    expect((await put(erc1155, words)).content).toMatchObject({ ...words, decimals: 0 })
  })

  test('behavior: balances mark a token as allowed if the organization has allowed it', async () => {
    const wallet = await world.createWallet()
    const coin = await deployAnswering(world.chain, { ...COIN, 'balanceOf(address)': abiUint(5n) })
    const coins = async () =>
      (await world.call('GET', `/v1/baas/wallets/${wallet.address}/balances`)).content.coins
    expect(await coins()).not.toContainEqual(expect.objectContaining({ symbol: 'ODD' }))
    await put(coin, { standard: 'erc20' })
    expect(await coins()).toContainEqual(
      expect.objectContaining({ symbol: 'ODD', amount: '5', decimals: 6, allowed: true }),
    )
  })

  test.each<[string, Answers, string, RegExp]>([
    ['another standard', COIN, 'erc721', /does not respond like an ERC-721/],
    ['no decimals', { ...COIN, 'decimals()': 'revert' }, 'erc20', /does not report its decimals/],
    ['nothing of a token', {}, 'erc20', /does not respond like an ERC-20/],
  ])('error: a contract of %s → TOKEN_UNREADABLE', async (_name, answers, standard, message) => {
    expect((await put(await deployAnswering(world.chain, answers), { standard })).content).toMatchObject({
      code: 'TOKEN_UNREADABLE',
      message: expect.stringMatching(message),
    })
    expect(await list()).toEqual([])
  })

  test('error: an address without a contract → TOKEN_UNREADABLE', async () => {
    expect((await put(NOBODY, { standard: 'erc20' })).content.message).toBe(
      'There is no contract at this address',
    )
    expect((await put(zeroAddress, { standard: 'erc20' })).status).toBe(400)
  })

  test.each([
    ['standard', { standard: 'erc404' }],
    ['standard', {}],
    ['symbol', { standard: 'erc20', symbol: ' ' }],
    ['symbol', { standard: 'erc20', symbol: 'A\u202eB' }],
    ['name', { standard: 'erc20', name: 'x'.repeat(65) }],
    ['logoUrl', { standard: 'erc20', logoUrl: 'javascript:alert(1)' }],
    ['logoUrl', { standard: 'erc20', logoUrl: 'http://x.example/l.png' }],
    ['decimals', { standard: 'erc20', decimals: 6 }],
  ])('error: %s in %j → refused at its field', async (path, body) => {
    const refused = await put(await deployAnswering(world.chain, COIN), body)
    expect(refused.status).toBe(400)
    expect(refused.content.errors).toContainEqual(expect.objectContaining({ path }))
  })

  test('error: an organization may have a limited number of its own tokens, and may still change existing ones', async () => {
    const coin = await deployAnswering(world.chain, COIN)
    await put(coin, { standard: 'erc20' })
    const row = await world.ctx.db.selectFrom('organization_tokens').selectAll().executeTakeFirstOrThrow()
    const { position: _position, ...words } = row
    await world.ctx.db
      .insertInto('organization_tokens')
      .values(
        Array.from({ length: ORGANIZATION_TOKENS_MAX }, (_, index) => ({
          ...words,
          id: crypto.randomUUID(),
          address: `0x${index.toString(16).padStart(40, '0')}`,
        })),
      )
      .execute()
    const second = await deployAnswering(world.chain, { ...COIN, 'symbol()': abiString('TWO') })
    expect((await put(second, { standard: 'erc20' })).content.code).toBe('CONFLICT')
  })
})
