import { expect, test } from 'vitest'
import { ORG_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { dropNulls } from './drop-nulls.ts'

const { createWallet, executeTransaction, prepareErc721SafeTransfer, predictWallet } = SPEC_ENDPOINTS

/** As reported for other services: wtx-labs/woocommerce-api-client-java 8, hydrusnetwork/hydrus 922. */
test.each([
  [
    'a wallet without label, backup address and user',
    createWallet,
    { qx: '1', label: null, backupAddress: null, withFee: null, externalUserId: null, email: null },
    { qx: '1' },
  ],
  ['a call by its signature', executeTransaction, { data: null, params: ['1'] }, { params: ['1'] }],
  [
    'a call by its data',
    executeTransaction,
    { data: '0x', functionSignature: null, params: null },
    { data: '0x' },
  ],
  ['a transfer without data', prepareErc721SafeTransfer, { tokenId: '7', data: null }, { tokenId: '7' }],
  ['a required field', predictWallet, { qx: null }, { qx: null }],
  ['an unknown field', predictWallet, { more: null }, { more: null }],
  ['a name of every object', predictWallet, { toString: null }, { toString: null }],
  [
    'an organization, where null may mean a change',
    ORG_ENDPOINTS.updateApiKey,
    { label: null },
    { label: null },
  ],
  ['no object', createWallet, [null], [null]],
  ['null', createWallet, null, null],
])('param: null in the body of %s', (_title, row, body, expected) => {
  expect(dropNulls(row, body)).toEqual(expected)
})
