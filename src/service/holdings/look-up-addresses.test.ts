import { sql } from 'kysely'
import { numberToHex, type Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { lookUpAddressesResultSchema } from '#protocol/addresses.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { lookAlikeKey } from '#protocol/display/lookalike-address.ts'
import { EXECUTE_BATCH } from '#protocol/signing/wallet-functions.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { addressTopic } from '#service/chain/chain-data.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { FRIEND } from '#service/testing/holdings-service.ts'
import { deployLogging } from '#service/testing/logging-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction, walletRow } from '#service/testing/stored-rows.ts'
import { TOPICS } from './token-events.ts'

const world = await forFile(serviceWorld.holdings())
const other = await world.addOrganization('Other', 'other.example')
/** The oldest of all wallets, and an address with the same beginning and end. */
const TREASURY = '0xbb8b539912345678901234567890123456785e17'
const IMITATION = '0xbb8b000000000000000000000000000000005e17'
const WALLETS = 3_000

/** Another address with the same first and last digits. */
const like = (address: string): Address =>
  checksumAddress(`${address.slice(0, 6)}${'ab'.repeat(16)}${address.slice(-4)}`)

beforeAll(async () => {
  const { db } = world.ctx
  const treasury = {
    organization_id: world.demo.id,
    address: TREASURY,
    label: 'Treasury',
    created_at: new Date(0),
  }
  await db.insertInto('wallets').values(walletRow(treasury)).execute()
  await sql`
    insert into wallets (id, organization_id, address, qx, qy, rp_id_hash, label, external_user_id,
      external_user_label, email, with_fee, status, relayed_id, transaction_hash, verification_id, creation_hmac,
      created_at)
    select gen_random_uuid(), ${world.demo.id}, '0x' || md5(i::text) || lpad(to_hex(i), 8, '0'),
      lpad(to_hex(i), 64, '0'), lpad(to_hex(i), 64, '0'), '0x' || repeat('0', 64), 'Wallet ' || i, '', '', '',
      false, 'deployed', gen_random_uuid(), '0x' || repeat('0', 64), gen_random_uuid(), '', now()
    from generate_series(1, ${WALLETS}::integer) as i`.execute(db)
})

async function lookUp(addresses: string[], walletAddress?: string, organization = world.demo) {
  const body = { addresses, ...(walletAddress !== undefined && { walletAddress }) }
  const answer = await world.call('POST', '/v1/baas/addresses/lookup', { key: organization.key, body })
  if (answer.status !== 200) throw new Error(answer.text)
  return lookUpAddressesResultSchema.parse(answer.content)
}

async function lookUpOne(address: string, walletAddress?: string) {
  const { addresses, isWholeHistory } = await lookUp([address], walletAddress)
  return { ...addresses[0], isWholeHistory }
}

describe('wallets', () => {
  test('behavior: an imitation of the oldest of thousands of wallets → the imitated wallet', async () => {
    const treasury = { address: checksumAddress(TREASURY), label: 'Treasury' }
    expect((await lookUp([IMITATION, TREASURY])).addresses).toEqual([
      { address: checksumAddress(IMITATION), wallet: null, looksLikeWallet: treasury },
      { address: checksumAddress(TREASURY), wallet: treasury, looksLikeWallet: null },
    ])
  })

  test('behavior: two wallets that look alike → each names the other', async () => {
    const twin = like(TREASURY)
    const row = walletRow({ organization_id: world.demo.id, address: twin.toLowerCase(), label: 'Twin' })
    await world.ctx.db.insertInto('wallets').values(row).execute()
    const { addresses } = await lookUp([TREASURY, twin])
    expect(addresses.map(({ looksLikeWallet }) => looksLikeWallet?.label)).toEqual(['Twin', 'Treasury'])
    await world.ctx.db.deleteFrom('wallets').where('address', '=', twin.toLowerCase()).execute()
  })

  test('error: wallets of another organization, and wallets that failed → nothing', async () => {
    const failed = like(FRIEND).toLowerCase()
    const row = walletRow({
      organization_id: world.demo.id,
      address: failed,
      label: 'Failed',
      status: 'failed',
    })
    await world.ctx.db.insertInto('wallets').values(row).execute()
    expect((await lookUp([IMITATION, TREASURY], undefined, other)).addresses).toMatchObject([
      { wallet: null, looksLikeWallet: null },
      { wallet: null, looksLikeWallet: null },
    ])
    expect(await lookUpOne(FRIEND)).toMatchObject({ looksLikeWallet: null })
    expect(await lookUpOne(failed)).toMatchObject({ wallet: null })
  })

  test('param: any case, and the same address twice → one entry per address', async () => {
    const { addresses } = await lookUp([
      TREASURY,
      checksumAddress(TREASURY),
      `0x${TREASURY.slice(2).toUpperCase()}`,
    ])
    expect(addresses).toHaveLength(1)
  })

  test('behavior: the index uses the protocol’s key', async () => {
    const { rows } = await sql<{ key: string; indexed: string }>`
      select address as key, substr(address, 3, 4) || right(address, 4) as indexed from wallets limit 50`.execute(
      world.ctx.db,
    )
    for (const { key, indexed } of rows) expect(indexed).toBe(lookAlikeKey(key))
    const { rows: indexes } = await sql`
      select indexname from pg_indexes
      where indexname in ('wallets_look_alike', 'holding_events_used', 'transactions_used')`.execute(
      world.ctx.db,
    )
    expect(indexes).toHaveLength(3)
  })

  test.each([
    ['no address', { addresses: [] }, 400],
    ['201 addresses', { addresses: Array.from({ length: 201 }, () => TREASURY) }, 400],
    ['something else', { addresses: ['0x12'] }, 400],
    ['a wallet of nobody', { addresses: [FRIEND], walletAddress: FRIEND }, 403],
  ])('error: %s → refused', async (_what, body, status) => {
    expect((await world.call('POST', '/v1/baas/addresses/lookup', { body })).status).toBe(status)
  })
})

describe('uses', () => {
  const tokens = () => world.chain.tokens
  const RECIPIENT: Address = '0x2222111111111111111111111111111111112222'

  test('behavior: an address to which the wallet sent → when, and its imitation is reported', async () => {
    const wallet = await world.createWallet({ coins: 9n })
    await world.history(wallet)
    expect(await lookUpOne(RECIPIENT, wallet.address)).toMatchObject({
      lastUsedAtDatetime: null,
      looksLikeUsed: null,
      isWholeHistory: true,
    })
    await world.run(wallet, tokens().erc20, 'transfer(address,uint256)', [RECIPIENT, '4'])
    const sentAt = (await lookUpOne(RECIPIENT, wallet.address)).lastUsedAtDatetime
    expect(Date.parse(sentAt ?? '')).toBeGreaterThan(0)
    await world.history(wallet)
    expect(await lookUpOne(like(RECIPIENT), wallet.address)).toMatchObject({
      lastUsedAtDatetime: null,
      looksLikeUsed: checksumAddress(RECIPIENT),
    })
    const another = await world.createWallet()
    expect(await lookUpOne(RECIPIENT, another.address)).toMatchObject({ lastUsedAtDatetime: null })
  })

  test('behavior: an old call that sent the chain’s own coin → its time', async () => {
    const { address } = await world.createWallet()
    const wallet_address = lowerCase(address)
    const row = { organization_id: world.demo.id, wallet_address, to_address: RECIPIENT, value: '5' }
    await insertTransaction(world.ctx.db, { ...row, created_at: new Date('2026-01-01T00:00:00.000Z') })
    await insertTransaction(world.ctx.db, { ...row, state: 'REJECTED' })
    for (let index = 0; index < 25; index += 1)
      await insertTransaction(world.ctx.db, { organization_id: world.demo.id, wallet_address })
    expect(await lookUpOne(RECIPIENT, address)).toMatchObject({
      lastUsedAtDatetime: '2026-01-01T00:00:00.000Z',
    })
  })

  test('error: a log that a stranger made a token emit → the address counts as never used', async () => {
    const wallet = await world.createWallet()
    const token = await deployLogging(world.chain)
    const sides = [addressTopic(wallet.address), addressTopic(RECIPIENT)] as const
    await token.log([TOPICS.transfer, ...sides], numberToHex(7n, { size: 32 }))
    expect((await world.history(wallet)).content).toHaveLength(1)
    expect(await lookUpOne(RECIPIENT, wallet.address)).toMatchObject({ lastUsedAtDatetime: null })
    expect(await lookUpOne(like(RECIPIENT), wallet.address)).toMatchObject({ looksLikeUsed: null })
  })

  test('error: a contract called by the wallet logs a false transfer → the address counts as never used', async () => {
    const wallet = await world.createWallet()
    const token = await deployLogging(world.chain)
    const sides = [addressTopic(wallet.address), addressTopic(RECIPIENT)] as const
    const { to, data } = token.logCall([TOPICS.transfer, ...sides], numberToHex(7n, { size: 32 }))
    await world.execute(world.signed(wallet, { toAddress: to, data }))
    await expect.poll(async () => (await world.history(wallet)).content.length).toBe(1)
    // The address is also in the calldata of a call that is not a token's.
    expect(await lookUpOne(RECIPIENT, wallet.address)).toMatchObject({ lastUsedAtDatetime: null })
    expect(await lookUpOne(like(RECIPIENT), wallet.address)).toMatchObject({ looksLikeUsed: null })
  })

  test('behavior: a wallet that executed several calls at once → its history is not reported as whole', async () => {
    const { address } = await world.createWallet()
    await world.history({ address })
    const wallet_address = lowerCase(address)
    await insertTransaction(world.ctx.db, {
      organization_id: world.demo.id,
      wallet_address,
      to_address: wallet_address,
      data: `${EXECUTE_BATCH}${'0'.repeat(64)}`,
    })
    expect(await lookUpOne(RECIPIENT, address)).toMatchObject({
      lastUsedAtDatetime: null,
      isWholeHistory: false,
    })
  })
})
