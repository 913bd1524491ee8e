import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Database } from '#service/db/database.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signedPermit } from '#service/testing/signed-permit.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { addLastUses } from './key-uses.ts'

const world = await forFile(serviceWorld.wallets())

/** Returns the last use of each key of a wallet, by its number. */
async function lastUses({ address }: TestWallet): Promise<Record<number, string | null>> {
  const { content } = await world.call('GET', `/v1/baas/wallets/${address}`)
  const keys: { number: number; lastUsedAt: string | null }[] = content.keys
  return Object.fromEntries(keys.map(({ number, lastUsedAt }) => [number, lastUsedAt]))
}

/** Executes a call and returns when it was stored. */
async function execute(wallet: TestWallet, fields: object): Promise<string> {
  const { content, text } = await world.execute(world.signed(wallet, fields))
  expect(content.transactionHash, text).toBeDefined()
  const { status, createdAtDatetime } = await world.settled(content.transactionHash)
  expect(status).toBe('CONFIRMED')
  return createdAtDatetime
}

const pay = (wallet: TestWallet) => execute(wallet, world.transfer(newAddress(), 1n))
const change = (name: 'addKey' | 'removeKey', by: TestWallet, { passkey }: TestWallet) =>
  execute(by, {
    toAddress: by.address,
    data: encodeCall(`${name}(uint256,uint256)`, [String(passkey.qx), String(passkey.qy)]),
  })
const withPasskey = (wallet: TestWallet): TestWallet => ({
  ...wallet,
  passkey: createSoftwarePasskey(wallet.organization.domain),
})

test('behavior: each key has the time of the newest transaction that it signed', async () => {
  const first = await world.createWallet({ coins: 10n })
  const second = withPasskey(first)
  expect(await lastUses(first)).toEqual({ 0: null })
  const added = await change('addKey', first, second)
  expect(await lastUses(first)).toEqual({ 0: added, 1: null })
  const paid = await pay(second)
  expect(await lastUses(first)).toEqual({ 0: added, 1: paid })
  const again = await pay(first)
  expect(await lastUses(first)).toEqual({ 0: again, 1: paid })
})

test('behavior: a key in the slot of a removed key has no last use', async () => {
  const first = await world.createWallet({ coins: 10n })
  const [second, third] = [withPasskey(first), withPasskey(first)]
  await change('addKey', first, second)
  await pay(second)
  await change('removeKey', first, second)
  const added = await change('addKey', first, third)
  expect(await lastUses(first)).toEqual({ 0: added, 1: null })
})

test('behavior: a transaction names the key that signed it, even if the key was removed since', async () => {
  const first = await world.createWallet({ coins: 10n })
  const second = withPasskey(first)
  await change('addKey', first, second)
  const { content } = await world.execute(world.signed(second, world.transfer(newAddress(), 1n)))
  const { transactionUuid } = await world.settled(content.transactionHash)
  await change('removeKey', first, second)
  const { qx, qy } = second.passkey
  const signingKey = { number: 1, qx: coordinateHex(qx), qy: coordinateHex(qy) }
  const read = await world.call('GET', `/v1/baas/transactions/${transactionUuid}`)
  expect(read.content).toMatchObject({ signingKey })
  const receipt = await world.call('GET', `/v1/org/transactions/${transactionUuid}/receipt`)
  expect(receipt.content.wallet).toMatchObject({
    keyNumber: 1,
    publicKey: { x: `0x${signingKey.qx}`, y: `0x${signingKey.qy}` },
  })
})

test('behavior: a signed message is a use of its key', async () => {
  const wallet = await world.createWallet({ coins: 10n })
  const body = signedPermit(world.chain, wallet)
  const signedAt = world.ctx.clock.now().getTime()
  const { status, text } = await world.call('POST', '/v1/baas/messages', { body })
  expect(status, text).toBe(200)
  const { 0: used } = await lastUses(wallet)
  expect(Date.parse(used ?? '')).toBeGreaterThanOrEqual(signedAt)
})

test('behavior: a transaction without a stored key counts for the only key that a wallet ever had', async () => {
  const wallet = await world.createWallet({ coins: 10n })
  const paid = await pay(wallet)
  await sql`update transactions set key_number = null, key_qx = null, key_qy = null
    where wallet_address = ${lowerCase(wallet.address)}`.execute(world.ctx.db)
  expect(await lastUses(wallet)).toEqual({ 0: paid })
})

test('behavior: an index finds the last use, however many transactions other keys have signed', async () => {
  const wallet = await world.createWallet({ coins: 10n })
  await pay(wallet)
  const other = coordinateHex(withPasskey(wallet).passkey.qx)
  await sql`
    insert into transactions (id, organization_id, wallet_address, digest, to_address, value, data, expiration, fee,
      fee_coin_address, fee_withdraw_address, signature, key_number, key_qx, key_qy, created_at, state, updated_at)
    select gen_random_uuid(), organization_id, wallet_address, '0x' || encode(sha256(n::text::bytea), 'hex'), to_address,
      value, data, expiration, fee, fee_coin_address, fee_withdraw_address, signature, 1, ${other}, ${other},
      created_at + n * interval '1 second', 'CONFIRMED', updated_at
    from transactions cross join generate_series(1, 3000) as n
    where wallet_address = ${lowerCase(wallet.address)}`.execute(world.ctx.db)
  await sql`analyze transactions`.execute(world.ctx.db)
  const { qx, qy } = wallet.passkey
  const key = { number: 0, qx: coordinateHex(qx), qy: coordinateHex(qy) }
  const of = {
    organizationId: wallet.organization.id,
    address: lowerCase(wallet.address),
    firstQx: key.qx,
  }
  await world.ctx.db.transaction().execute(async (trx) => {
    const before = await rowsRead(trx)
    const [used] = await addLastUses(trx, of, [key])
    expect(used?.lastUsedAt).not.toBeNull()
    expect((await rowsRead(trx)) - before).toBeLessThan(20)
  })
})

/**
 * Returns the number of `transactions` rows that the session has read. Postgres reports earlier database transactions
 * of the session with the present one, until it adds them to its totals, which is once per second.
 */
async function rowsRead(trx: Database): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select (seq_tup_read + idx_tup_fetch)::text as read from pg_stat_xact_user_tables
    where relname = 'transactions'`.execute(trx)
  return Number(rows[0]?.read ?? Number.NaN)
}
