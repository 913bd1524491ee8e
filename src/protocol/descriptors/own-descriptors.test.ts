import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CallDescription, FieldValue, FormattedCall } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { COIN, ITEMS, MULTI, tokens, WALLET } from '#protocol/testing/described-calls.ts'
import { formatCall } from './format-fields.ts'
import { readDescriptor } from './read-descriptor.ts'

const BOB = `0x${'77'.repeat(20)}`
const ITEM = 'safeTransferFrom(address,address,uint256)'
const UNITS = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
const BATCH = { from: WALLET, to: BOB, tokenIds: ['7', '8'], amounts: ['3', '4'] }

/** One of our descriptors, bound to a contract as an integrator would bind it. */
function ours(name: string, address: string) {
  const url = new URL(`../../../widget/descriptors/${name}.json`, import.meta.url)
  const parsed: unknown = JSON.parse(readFileSync(url, 'utf8'))
  const context = { contract: { deployments: [{ chainId: 1, address }] } }
  return readDescriptor({ ...Object(parsed), context })
}

const CASES: [file: string, address: string, data: string][] = [
  ['erc20', COIN, encodeCall('transfer(address,uint256)', [BOB, '1500000'])],
  ['erc20', COIN, encodeCall('transferFrom(address,address,uint256)', [WALLET, BOB, '1500000'])],
  ['erc20', COIN, encodeCall('approve(address,uint256)', [BOB, '1500000'])],
  ['erc20', COIN, encodeCall('increaseAllowance(address,uint256)', [BOB, '1500000'])],
  ['erc721', ITEMS, encodeCall(ITEM, [WALLET, BOB, '7'])],
  [
    'erc721',
    ITEMS,
    encodeCall('safeTransferFrom(address,address,uint256,bytes)', [WALLET, BOB, '7', '0x12']),
  ],
  ['erc721', ITEMS, encodeCall('approve(address,uint256)', [BOB, '7'])],
  ['erc721', ITEMS, encodeCall('setApprovalForAll(address,bool)', [BOB, 'true'])],
  ['erc1155', MULTI, encodeCall(UNITS, [WALLET, BOB, '7', '3', '0x'])],
  ['erc1155', MULTI, encodeTokenCall('erc1155-batch-transfer', BATCH).data],
  ['erc1155', MULTI, encodeCall('setApprovalForAll(address,bool)', [BOB, 'false'])],
  ['passkey-wallet', WALLET, encodeCall('setBackup(address)', [BOB])],
  ['passkey-wallet', WALLET, encodeCall('cancelRecovery()', [])],
  ['passkey-wallet', WALLET, encodeCall('setCoSigner(address)', [BOB])],
  ['passkey-wallet', WALLET, encodeCall('startCoSignerRemoval()', [])],
  ['passkey-wallet', WALLET, encodeCall('keepCoSigner()', [])],
]

describe.each(CASES)('%s at %s: %s', (file, toAddress, data) => {
  test('behavior: the descriptor gives the same values as our own decoding', () => {
    const call = { chainId: 1, walletAddress: WALLET, toAddress, value: 0n, data, tokens }
    const own = describeCall(call)
    const formatted = formatCall([ours(file, toAddress)], call)
    expect(own.kind).not.toBe('unknown')
    expect(formatted?.intent).toBeTruthy()
    const [ownValues, givenValues] = [valuesOf(own), formattedValues(formatted)]
    for (const value of ownValues) expect(givenValues).toContain(value)
  })
})

/**
 * Returns the values of a description as texts. Omits the token, which is the called contract itself and not in the
 * call's bytes.
 */
function valuesOf({ fields }: CallDescription): string[] {
  return fields.filter(({ label }) => label !== 'token').flatMap(({ value }) => textsOf(value))
}

function textsOf(value: FieldValue): string[] {
  switch (value.kind) {
    case 'amount':
      return [value.text]
    case 'units':
      return [value.units]
    case 'number':
      return [value.text]
    case 'address':
      return [value.address.toLowerCase()]
    case 'boolean':
      return [String(value.value)]
    case 'hex':
      return [value.hex]
    case 'item':
      return [value.tokenId, value.units ?? '1']
    case 'items':
      return value.items.flatMap(({ tokenId, units }) => [tokenId, units])
    case 'calls':
      return []
  }
}

function formattedValues(formatted: FormattedCall | undefined): string[] {
  return (formatted?.fields ?? []).flatMap(({ value }) => {
    if (value.kind === 'list') return value.texts
    return value.kind === 'text' ? [value.text] : textsOf(value)
  })
}
