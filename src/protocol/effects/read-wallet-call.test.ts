import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { BOB, codes, STRANGE, WALLET } from '#protocol/testing/described-calls.ts'
import { describeWalletCall } from './read-wallet-call.ts'

const describeOwn = (data: string, toAddress = WALLET) =>
  describeWalletCall({ chainId: 1, walletAddress: WALLET, toAddress, value: 0n, data, tokens: [] })
const setBackup = encodeCall('setBackup(address)', [BOB])
const cancelCall = encodeCall('cancelCall(bytes32,uint256)', [`0x${'ab'.repeat(32)}`, '7'])
const cancelRecovery = encodeCall('cancelRecovery()', [])
const setCoSigner = encodeCall('setCoSigner(address)', [BOB])
const startRemoval = encodeCall('startCoSignerRemoval()', [])
const keepCoSigner = encodeCall('keepCoSigner()', [])
const addKey = encodeCall('addKey(uint256,uint256)', ['1', '2'])
const removeKey = encodeCall('removeKey(uint256,uint256)', ['1', '2'])
const KEY = `0x${'1'.padStart(64, '0')}${'2'.padStart(64, '0')}`

describe('describeWalletCall', () => {
  test('behavior: reads the three changes of the wallet itself, with no other content', () => {
    expect(describeOwn(setBackup)).toMatchObject({
      kind: 'wallet-set-backup',
      effects: [{ does: 'backup', to: BOB.toLowerCase() }],
    })
    const digest = `0x${'ab'.repeat(32)}`
    expect(describeOwn(cancelCall)).toMatchObject({
      kind: 'wallet-cancel-call',
      effects: [{ does: 'cancel-call', digest }],
    })
    expect(describeOwn(cancelRecovery)).toEqual({
      kind: 'wallet-cancel-recovery',
      chainId: 1,
      effects: [{ does: 'cancel-recovery' }],
      fields: [],
      warnings: [],
      severity: 'none',
    })
  })

  test.each([
    [setCoSigner, 'wallet-set-co-signer', { does: 'co-signer', to: BOB.toLowerCase() }, 'danger'],
    [
      encodeCall('setCoSigner(address)', [ZERO_ADDRESS]),
      'wallet-set-co-signer',
      { does: 'co-signer', to: ZERO_ADDRESS },
      'danger',
    ],
    [startRemoval, 'wallet-start-co-signer-removal', { does: 'start-co-signer-removal' }, 'danger'],
    [keepCoSigner, 'wallet-keep-co-signer', { does: 'keep-co-signer' }, 'none'],
    [addKey, 'wallet-add-key', { does: 'add-key', key: KEY }, 'danger'],
    [removeKey, 'wallet-remove-key', { does: 'remove-key', key: KEY }, 'caution'],
  ])('behavior: %s → its kind, its effect and its severity', (data, kind, effect, severity) => {
    expect(describeOwn(data)).toMatchObject({ kind, effects: [effect], severity })
  })

  test('behavior: a co-signer and no co-signer → different warnings, and the key is a field', () => {
    expect(codes(describeOwn(setCoSigner))).toEqual(['sets-co-signer'])
    expect(codes(describeOwn(encodeCall('setCoSigner(address)', [ZERO_ADDRESS])))).toEqual([
      'removes-co-signer',
    ])
    expect(describeOwn(addKey).fields).toEqual([
      { label: 'key', value: { kind: 'hex', hex: KEY, bytes: 64 } },
    ])
  })

  test.each([
    ['a backup without its last byte', setBackup.slice(0, -2)],
    ['a backup with a byte more', `${setBackup}00`],
    ['a backup whose first byte is not zero', setBackup.replace('b7dacbf100', 'b7dacbf101')],
    ['a backup whose twelfth byte is not zero', `${setBackup.slice(0, 32)}01${setBackup.slice(34)}`],
    ['a cancelled call without its last byte', cancelCall.slice(0, -2)],
    ['a cancelled call with a byte more', `${cancelCall}00`],
    ['a cancelled recovery with a byte more', `${cancelRecovery}00`],
    ['a co-signer without its last byte', setCoSigner.slice(0, -2)],
    ['a co-signer with a byte more', `${setCoSigner}00`],
    ['a co-signer whose first byte is not zero', setCoSigner.replace('2199e6d300', '2199e6d301')],
    ['a started removal with a byte more', `${startRemoval}00`],
    ['a kept co-signer with a byte more', `${keepCoSigner}00`],
    ['an added key without its last byte', addKey.slice(0, -2)],
    ['a removed key with a byte more', `${removeKey}00`],
    ['an objection, which is a call to another wallet', encodeCall('objectToRemoval()', [])],
    ['another call of the wallet', encodeCall('transfer(address,uint256)', [BOB, '1'])],
  ])('error: %s is unknown, with all its bytes', (_, data) => {
    const description = describeOwn(data)
    expect([description.kind, codes(description), description.severity]).toEqual([
      'unknown',
      ['unknown-call'],
      'danger',
    ])
    expect(description.fields.at(-1)?.value).toMatchObject({ kind: 'hex', hex: data })
  })

  test('error: the same bytes to another address are unknown', () => {
    for (const data of [
      setBackup,
      cancelCall,
      cancelRecovery,
      setCoSigner,
      startRemoval,
      keepCoSigner,
      addKey,
      removeKey,
    ])
      expect(describeOwn(data, STRANGE)).toMatchObject({
        kind: 'unknown',
        effects: [{ does: 'unread', contract: STRANGE }],
      })
  })
})
