import { beforeEach, describe, expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import {
  type AddressFacts,
  foundAddressesSchema,
  knownAddressesSchema,
  lookUpAddressesRequestSchema,
} from '#protocol/addresses.ts'
import { checksumAddress } from '#protocol/display/address.ts'

const TREASURY = checksumAddress('0xbb8b539912345678901234567890123456785e17')
const IMITATION = checksumAddress('0xbb8b000000000000000000000000000000005e17')
const COIN = checksumAddress('0xde709f2102306220921060314715629080e25e17')
const OTHER_COIN = checksumAddress('0xde70000000000000000000000000000000005e17')
const PAST = checksumAddress('0x2222111111111111111111111111111111112222')
const LIKE_PAST = checksumAddress('0x2222000000000000000000000000000000002222')
const LOOKUP = 'POST /v1/baas/addresses/lookup'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

const lookUp = async (addresses: string[], walletAddress?: string) => {
  const body = { addresses, ...(walletAddress !== undefined && { walletAddress }) }
  const answer = await admin.browser.send('/api/addresses/lookup', { method: 'POST', body })
  return knownAddressesSchema.parse(await readContent(answer))
}
const save = (address: string, label: string) =>
  admin.browser.send(`/api/addresses/${address}`, { method: 'PUT', body: { label, note: '' } })

/** The facts that a service reports about an address. The service has one wallet, which has sent to one address. */
function readFacts(address: string, asks: boolean): AddressFacts {
  const isTreasury = address.toLowerCase() === TREASURY.toLowerCase()
  const treasury = { address: TREASURY, label: 'Treasury' }
  const likesTreasury = address.slice(0, 6).toLowerCase() === '0xbb8b' && !isTreasury
  const uses = {
    lastUsedAtDatetime: address === PAST ? '2026-01-01T00:00:00.000Z' : null,
    looksLikeUsed: address === LIKE_PAST ? PAST : null,
  }
  return {
    address,
    wallet: isTreasury ? treasury : null,
    looksLikeWallet: likesTreasury ? treasury : null,
    ...(asks && uses),
  }
}

describe('lookup', () => {
  beforeEach(() => {
    world.upstream.on(LOOKUP, ({ body }) => {
      const { addresses, walletAddress } = lookUpAddressesRequestSchema.parse(body)
      const asks = walletAddress !== undefined
      return {
        content: {
          addresses: addresses.map((address) => readFacts(address, asks)),
          ...(asks && { isWholeHistory: true }),
        },
      }
    })
    world.upstream.answers('GET /v1/baas/tokens/allowed', [
      { id: '1', address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, logoUrl: '' },
    ])
  })

  test('behavior: one response contains wallets, tokens and saved names, each with the address that it imitates', async () => {
    await save(PAST, 'Exchange')
    const { addresses, wallets } = await lookUp([TREASURY, IMITATION, COIN, OTHER_COIN, PAST, LIKE_PAST])
    expect(wallets).toBe('checked')
    const seen = addresses.map(({ known, looksLike }) => [known?.name, looksLike?.name])
    expect(seen).toEqual([
      ['Treasury', undefined],
      [undefined, 'Treasury'],
      ['DEMO', undefined],
      [undefined, 'DEMO'],
      ['Exchange', undefined],
      [undefined, 'Exchange'],
    ])
    expect(addresses[1]?.looksLike).toEqual({ address: TREASURY, name: 'Treasury', from: 'wallet' })
    expect(addresses[0]).not.toHaveProperty('lastUsedAtDatetime')
  })

  test('behavior: an imitation in the address book → it is trusted, and the wallet is marked as its look-alike', async () => {
    await save(IMITATION, 'Twin')
    const { addresses } = await lookUp([IMITATION, TREASURY])
    expect(addresses).toMatchObject([
      { known: { name: 'Twin', from: 'book' }, looksLike: null },
      { known: { name: 'Treasury', from: 'wallet' }, looksLike: { name: 'Twin', from: 'book' } },
    ])
  })

  test('behavior: with a wallet → its last use of the address, and imitations of addresses that it used', async () => {
    const { addresses, isWholeHistory } = await lookUp([PAST, LIKE_PAST], TREASURY)
    expect(isWholeHistory).toBe(true)
    expect(addresses).toMatchObject([
      { lastUsedAtDatetime: '2026-01-01T00:00:00.000Z', looksLike: null },
      { lastUsedAtDatetime: null, looksLike: { address: PAST, from: 'used' } },
    ])
  })

  test('error: a service that fails → the error, never a response without warnings', async () => {
    world.upstream.refuses(LOOKUP, 503, { message: 'Later', code: 'CHAIN_FAILED' })
    const body = { addresses: [TREASURY] }
    expect((await admin.browser.send('/api/addresses/lookup', { method: 'POST', body })).status).toBe(503)
  })

  test('param: no addresses or more than 200 → rejected with the name of the field', async () => {
    for (const addresses of [[], Array.from({ length: 201 }, () => TREASURY)]) {
      const sent = admin.browser.send('/api/addresses/lookup', { method: 'POST', body: { addresses } })
      expect(await readError(sent)).toMatchObject({ status: 400, errors: [{ path: 'addresses' }] })
    }
  })
})

describe('a hosted service without the lookup', () => {
  test('behavior: a list that fits on one page → compared with all wallets', async () => {
    world.upstream.wallets.push({ ...buildWallet(TREASURY), label: 'Treasury' })
    const { addresses, wallets } = await lookUp([IMITATION, TREASURY])
    expect(wallets).toBe('checked')
    expect(addresses).toMatchObject([{ looksLike: { name: 'Treasury' } }, { known: { name: 'Treasury' } }])
  })

  test('behavior: a longer list → only exact names, and look-alikes are reported as unknown', async () => {
    const treasury = { ...buildWallet(TREASURY), label: 'Treasury' }
    world.upstream.on('GET /v1/baas/wallets', ({ query }) =>
      new URLSearchParams(query).has('q')
        ? { content: query.includes(TREASURY.toLowerCase()) || query.includes(TREASURY) ? [treasury] : [] }
        : { content: [buildWallet(COIN)], headers: { link: '</v1/baas/wallets?cursor=x>; rel="next"' } },
    )
    const { addresses, wallets } = await lookUp([TREASURY, PAST], TREASURY)
    expect(wallets).toBe('unknown')
    expect(addresses).toMatchObject([{ known: { name: 'Treasury' } }, { known: null }])
    expect(addresses[1]).not.toHaveProperty('lastUsedAtDatetime')
  })
})

describe('search', () => {
  const search = async (q: string) =>
    foundAddressesSchema.parse(await readContent(admin.browser.send(`/api/addresses/search?q=${q}`)))

  test('behavior: part of a name or the start of an address → entries and wallets, each once', async () => {
    world.upstream.wallets.push({ ...buildWallet(TREASURY), label: 'Treasury' })
    await save(PAST, 'Exchange 100%')
    const answer = await readContent(admin.browser.send('/api/addresses/search'))
    expect(foundAddressesSchema.parse(answer)).toHaveLength(2)
    expect(await search('exch')).toEqual([{ address: PAST, name: 'Exchange 100%', from: 'book' }])
    expect(await search(encodeURIComponent('100%'))).toHaveLength(1)
    expect(await search(encodeURIComponent('1%0'))).toEqual([])
    expect(await search(TREASURY.slice(0, 8))).toEqual([
      { address: TREASURY, name: 'Treasury', from: 'wallet' },
    ])
    await save(TREASURY, 'Vault')
    expect(await search('')).toEqual([
      { address: PAST, name: 'Exchange 100%', from: 'book' },
      { address: TREASURY, name: 'Vault', from: 'book' },
    ])
  })
})
