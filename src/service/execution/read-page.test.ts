import { expect, test } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { organizationTransactionListSchema } from '#protocol/organization-transactions.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { TRANSACTION_KINDS } from '#protocol/token-functions.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import { nextQuery } from '#service/testing/test-service.ts'

const WALLET = '0x00000000000000000000000000000000000a0001'
const COIN = '0x00000000000000000000000000000000000b0001'
const ITEMS = '0x00000000000000000000000000000000000b0002'

/** One transaction of each kind: its target, its calldata and its value in wei. */
const CALLS = {
  coins: [COIN, encodeCall('transfer(address,uint256)', [ITEMS, '1']), '0'],
  upper: [COIN, `0x${encodeCall('transfer(address,uint256)', [WALLET, '2']).slice(2).toUpperCase()}`, '0'],
  item: [ITEMS, encodeCall('safeTransferFrom(address,address,uint256)', [WALLET, ITEMS, '1']), '0'],
  native: [ITEMS, '0x', '5'],
  allowance: [COIN, encodeCall('approve(address,uint256)', [ITEMS, '1']), '0'],
  operator: [ITEMS, encodeCall('setApprovalForAll(address,bool)', [COIN, 'true']), '0'],
  batch: [WALLET, `0x34fcd5be${COIN.slice(2).padStart(64, '0')}`, '0'],
  unknown: [ITEMS, '0x12345678', '7'],
} as const satisfies Record<string, readonly [`0x${string}`, string, string]>
type Name = keyof typeof CALLS

const names = new Map<string, string>()

const world = await forFile(serviceWorld.api())
for (const [name, [to, data, value]] of Object.entries(CALLS)) {
  const id = await insertTransaction(world.ctx.db, {
    organization_id: world.demo.id,
    wallet_address: WALLET,
    to_address: to,
    value,
    data: `0x${data.slice(2)}`,
    created_at: new Date(1_800_000_000_000),
  })
  names.set(id, name)
}

const call = (query: string) => world.call('GET', `/v1/org/transactions?wallet=${WALLET}&${query}`)
async function found(query: string): Promise<string[]> {
  const { content, text, status } = await call(query)
  expect(status, text).toBe(200)
  const rows = organizationTransactionListSchema.parse(content)
  return rows.map((row) => names.get(row.transactionUuid) ?? '').toSorted()
}
const sorted = (...expected: Name[]) => expected.toSorted()

test('param: kind filters by the selector of the call, and every call has one kind', async () => {
  expect(await found('kind=transfer')).toEqual(sorted('coins', 'upper', 'item', 'native'))
  expect(await found('kind=approve')).toEqual(['allowance'])
  expect(await found('kind=approve-all')).toEqual(['operator'])
  expect(await found('kind=wallet')).toEqual(['batch'])
  expect(await found('kind=other')).toEqual(['unknown'])
  const all = await Promise.all(TRANSACTION_KINDS.map((kind) => found(`kind=${kind}`)))
  expect(all.flat().toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

test('param: token filters calls of its contract, in any case, and batches that contain it', async () => {
  expect(await found(`token=${checksumAddress(COIN)}`)).toEqual(
    sorted('coins', 'upper', 'allowance', 'batch'),
  )
  expect(await found(`token=${COIN}&kind=approve`)).toEqual(['allowance'])
  expect(await found(`token=${ZERO_ADDRESS}`)).toEqual(sorted('native', 'unknown'))
})

test('behavior: the next page has the same filter', async () => {
  const next = new URLSearchParams(nextQuery(await call(`kind=transfer&token=${COIN}&limit=1`)))
  expect([next.get('kind'), next.get('token')]).toEqual(['transfer', COIN])
})

test('error: rejects an unknown kind and a token that is no address', async () => {
  for (const query of ['kind=gift', 'token=USDX'])
    expect(await call(query), query).toMatchObject({ status: 400, content: { code: 'VALIDATION_FAILED' } })
})
