import { describe, expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { BOB, codes, STRANGE, WALLET } from '#protocol/testing/described-calls.ts'
import { describeWalletCall } from './read-wallet-call.ts'

const describeOwn = (data: string, toAddress = WALLET) =>
  describeWalletCall({ chainId: 1, walletAddress: WALLET, toAddress, value: 0n, data, tokens: [] })
const setBackup = encodeCall('setBackup(address)', [BOB])
const cancelCall = encodeCall('cancelCall(bytes32,uint256)', [`0x${'ab'.repeat(32)}`, '7'])
const cancelRecovery = encodeCall('cancelRecovery()', [])

describe('describeWalletCall', () => {
  test('behavior: the three changes of the wallet itself are read, and nothing else is in them', () => {
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
    ['a backup without its last byte', setBackup.slice(0, -2)],
    ['a backup with a byte more', `${setBackup}00`],
    ['a backup whose first byte is not zero', setBackup.replace('b7dacbf100', 'b7dacbf101')],
    ['a backup whose twelfth byte is not zero', `${setBackup.slice(0, 32)}01${setBackup.slice(34)}`],
    ['a cancelled call without its last byte', cancelCall.slice(0, -2)],
    ['a cancelled call with a byte more', `${cancelCall}00`],
    ['a cancelled recovery with a byte more', `${cancelRecovery}00`],
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
    for (const data of [setBackup, cancelCall, cancelRecovery])
      expect(describeOwn(data, STRANGE)).toMatchObject({
        kind: 'unknown',
        effects: [{ does: 'unread', contract: STRANGE }],
      })
  })
})
