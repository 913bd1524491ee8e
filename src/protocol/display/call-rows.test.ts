import { expect, test } from 'vitest'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { BOB, COIN, described, ITEMS, MULTI, STRANGE, WALLET } from '#protocol/testing/described-calls.ts'
import { ZERO_ADDRESS } from './address.ts'
import { ALL_FIELDS } from './all-fields.ts'
import type { CallDescription } from './call-description.ts'
import { callRows } from './call-rows.ts'
import {
  DETAIL_FIELDS,
  PARTY_FIELDS,
  QUANTITY_FIELDS,
  STATED_FIELDS,
  TOKEN_FIELDS,
} from './fields-by-role.ts'

const KEY = encodeCall('addKey(uint256,uint256)', ['1', '2'])
const COINS = encodeCall('transfer(address,uint256)', [BOB, '5'])
const SEND_ITEM = 'safeTransferFrom(address,address,uint256,bytes)'
const NAMED_BOTH = [{ to: COIN, value: 0n, data: COINS }] as const

const FIELDS_BY_ROLE = {
  quantity: QUANTITY_FIELDS,
  party: PARTY_FIELDS,
  token: TOKEN_FIELDS,
  detail: DETAIL_FIELDS,
  stated: STATED_FIELDS,
  calls: ['calls'],
} as const

/** `role name` of each line, and `nobody` if no account has the right. */
const linesOf = (description: CallDescription) =>
  Object.entries(FIELDS_BY_ROLE).flatMap(([role, fields]) =>
    callRows(description, fields).map(({ name, isNobody }) => `${role} ${name}${isNobody ? ' nobody' : ''}`),
  )

test.each([
  ['native coins', BOB, '0x', 5n, ['quantity amount', 'party to']],
  ['coins', COIN, COINS, 0n, ['quantity amount', 'party to', 'token token']],
  [
    'coins of another account',
    COIN,
    encodeCall('transferFrom(address,address,uint256)', [BOB, STRANGE, '5']),
    0n,
    ['quantity amount', 'party to', 'token token', 'detail from'],
  ],
  [
    'an approval',
    COIN,
    encodeCall('approve(address,uint256)', [BOB, '5']),
    0n,
    ['quantity amount', 'party spender', 'token token'],
  ],
  [
    'a revoked approval',
    COIN,
    encodeCall('approve(address,uint256)', [BOB, '0']),
    0n,
    ['quantity amount', 'party withdrawnFrom', 'token token'],
  ],
  [
    'an approval of an NFT for nobody',
    ITEMS,
    encodeCall('approve(address,uint256)', [ZERO_ADDRESS, '7']),
    0n,
    ['quantity tokenId', 'party spender nobody', 'token collection'],
  ],
  [
    'an operator',
    ITEMS,
    encodeCall('setApprovalForAll(address,bool)', [BOB, 'true']),
    0n,
    ['party operator', 'token collection', 'stated approved'],
  ],
  [
    'an NFT with data, from the wallet',
    ITEMS,
    encodeCall(SEND_ITEM, [WALLET, BOB, '7', '0xab']),
    0n,
    ['quantity tokenId', 'party to', 'token collection', 'detail extraData'],
  ],
  [
    'several items',
    MULTI,
    encodeTokenCall('erc1155-batch-transfer', { from: WALLET, to: BOB, tokenIds: ['1'], amounts: ['2'] })
      .data,
    0n,
    ['quantity items', 'party to', 'token collection'],
  ],
  [
    'an unread call with native coins',
    STRANGE,
    '0x12345678',
    5n,
    ['party contract', 'detail data', 'detail value', 'stated selector'],
  ],
  ['a co-signer', WALLET, encodeCall('setCoSigner(address)', [BOB]), 0n, ['party coSigner']],
  ['no backup', WALLET, encodeCall('setBackup(address)', [ZERO_ADDRESS]), 0n, ['party backup nobody']],
  ['a key', WALLET, KEY, 0n, ['detail key']],
  ['a batch', WALLET, encodeExecuteBatch([...NAMED_BOTH]), 0n, ['calls calls']],
])('behavior: %s → its lines in one order', (_, to, data, value, lines) => {
  expect(linesOf(described(to, data, { value }))).toEqual(lines)
})

test('behavior: every field has a line, but for the wallet itself as the sender', () => {
  const description = described(ITEMS, encodeCall(SEND_ITEM, [WALLET, BOB, '7', '0xab']))
  const values = callRows(description, ALL_FIELDS).map(({ value }) => value)
  const left = description.fields.filter(({ value }) => !values.includes(value))
  expect(left.map(({ label }) => label)).toEqual(['from'])
})

test('param: every field has one place in the order', () => {
  expect(Object.values(FIELDS_BY_ROLE).flat()).toEqual([...ALL_FIELDS])
  expect(new Set(ALL_FIELDS).size).toBe(ALL_FIELDS.length)
})
