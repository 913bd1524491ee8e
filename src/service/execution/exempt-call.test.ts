import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { readExemption } from './exempt-call.ts'

const WALLET = '0x00000000000000000000000000000000000a1234'
const APPROVAL = '0x52908400098527886E0F7030069857D2E4169EE7'
const POLICY = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const OTHER = '0x000000000000000000000000000000000000dEaD'
const own = { approvalWallet: APPROVAL, policySigner: POLICY } as const

const call = (changes: Partial<ExecuteCall>): ExecuteCall => ({
  walletAddress: WALLET,
  toAddress: WALLET,
  value: 0n,
  data: '0x',
  expiration: 1n,
  fee: 0n,
  feeCoinAddress: ZERO_ADDRESS,
  feeWithdrawAddress: ZERO_ADDRESS,
  ...changes,
})
const removal = encodeCall('startCoSignerRemoval()', [])
const setBackup = encodeCall('setBackup(address)', [OTHER])
const set = (coSigner: string) => encodeCall('setCoSigner(address)', [coSigner])
/** Makes the padding dirty: sets one of its zeros after the selector. */
const dirty = (data: `0x${string}`): `0x${string}` => `0x${data.slice(2, 16)}1${data.slice(17)}`
const inBatch = (data: `0x${string}`) => encodeExecuteBatch([{ to: WALLET, value: 0n, data }])

test.each<[what: string, changes: Partial<ExecuteCall>, exemption: string | undefined]>([
  ['the start of a removal', { data: removal }, 'removal'],
  ['the same in capitals', { data: `0x${removal.slice(2).toUpperCase()}` as const }, 'removal'],
  [
    'with the wallet in capitals',
    { data: removal, toAddress: `0x${WALLET.slice(2).toUpperCase()}` as const },
    'removal',
  ],
  ['the approval wallet', { data: set(APPROVAL) }, 'protects'],
  ['the policy signer', { data: set(POLICY) }, 'protects'],
  ['the policy signer, with a fee', { data: set(POLICY), fee: 1n }, 'protects'],
  ['a removal with a fee', { data: removal, fee: 1n }, undefined],
  ['a removal with value', { data: removal, value: 1n }, undefined],
  ['a removal of another wallet', { data: removal, toAddress: OTHER }, undefined],
  ['a removal with more data', { data: `${removal}00` as const }, undefined],
  ['a removal in a batch', { data: inBatch(removal) }, undefined],
  ['another co-signer', { data: set(OTHER) }, undefined],
  ['no co-signer', { data: set(ZERO_ADDRESS) }, undefined],
  ['the approval wallet with dirty bytes in front', { data: dirty(set(APPROVAL)) }, undefined],
  ['the approval wallet with more data', { data: `${set(APPROVAL)}00` as const }, undefined],
  ['the approval wallet in a batch', { data: inBatch(set(APPROVAL)) }, undefined],
  [
    'a backup address and the approval wallet in a batch',
    { data: encodeExecuteBatch([setBackup, set(APPROVAL)].map((data) => ({ to: WALLET, value: 0n, data }))) },
    undefined,
  ],
  ['a transfer of nothing', {}, undefined],
])('param: %s → %s', (_, changes, exemption) => {
  expect(readExemption(call(changes), own)).toBe(exemption)
})

test('behavior: without own co-signers, only a removal is exempt', () => {
  const none = { approvalWallet: undefined, policySigner: undefined }
  expect(readExemption(call({ data: set(ZERO_ADDRESS) }), none)).toBeUndefined()
  expect(readExemption(call({ data: set(APPROVAL) }), none)).toBeUndefined()
  expect(readExemption(call({ data: removal }), none)).toBe('removal')
})
