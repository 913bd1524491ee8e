import { encodeAbiParameters, encodeErrorResult, encodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { revertData } from './read-call-failure.ts'
import { revertReason } from './revert-reason.ts'
import { RpcError } from './rpc.ts'
import { estimateGas, simulateCall } from './simulate.ts'

const chain = await forFile(serviceWorld.chain())

const errorString = (message: string): Hex =>
  `0x08c379a0${encodeAbiParameters([{ type: 'string' }], [message]).slice(2)}`
const panic = (code: bigint): Hex =>
  `0x4e487b71${encodeAbiParameters([{ type: 'uint256' }], [code]).slice(2)}`
const holder = '0x00000000000000000000000000000000000b0b02'

describe('revert reasons', () => {
  test.each<[string, Hex | undefined, string]>([
    ['nothing', undefined, 'the call reverted without a reason'],
    ['no data', '0x', 'the call reverted without a reason'],
    ['Error(string)', errorString('not today'), 'not today'],
    ['an empty Error(string)', errorString(''), 'the call reverted with an empty reason'],
    ['a panic', panic(0x11n), 'arithmetic overflow or underflow'],
    ['an unknown panic', panic(0x99n), 'panic 153'],
    ['an unknown error', '0xdeadbeef', 'the contract returned an unknown error (0xdeadbeef)'],
    ['less than a selector', '0xde', 'the contract returned an unknown error (0xde)'],
    ['a malformed Error(string)', '0x08c379a0ffff', 'the contract returned an unknown error (0x08c379a0)'],
    [
      'an error of ERC-6093',
      encodeErrorResult({ abi: demoCoinAbi, errorName: 'ERC20InsufficientBalance', args: [holder, 1n, 2n] }),
      'ERC20InsufficientBalance(sender: 0x00000000000000000000000000000000000b0b02, balance: 1, needed: 2)',
    ],
    [
      'an error of the wallet',
      encodeErrorResult({ abi: passkeyWalletAbi, errorName: 'Expired', args: [5n] }),
      'the transaction has expired',
    ],
  ])('behavior: %s', (_, data, reason) => {
    expect(revertReason(data).toLowerCase()).toBe(reason.toLowerCase())
  })

  test('behavior: a hostile text is cut and cleaned', () => {
    const reason = revertReason(errorString(`a\u202eb\n\u0000c ${'x'.repeat(5_000)}`))
    expect(reason.length).toBeLessThan(310)
    expect(reason.startsWith('a b c x')).toBe(true)
  })

  test('behavior: finds revert data wherever nodes put it', () => {
    const error = (data: unknown, message = 'execution reverted') =>
      new RpcError('eth_call', { code: 3, message, data })
    expect(revertData(error('0x1234'))).toBe('0x1234')
    expect(revertData(error({ data: '0x1234' }))).toBe('0x1234')
    expect(revertData(error('Reverted 0x1234'))).toBe('0x1234')
    expect(revertData(error(undefined))).toBe('0x')
    expect(revertData(new RpcError('eth_call', { code: -32_005, message: 'limit exceeded' }))).toBeUndefined()
  })
})

describe('simulation', () => {
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: demoCoinAbi, functionName: 'transfer', args: [holder, amount] })

  test('behavior: returns the result of a call, or why it would fail', async () => {
    const call = { from: holder, to: chain.tokens.erc20, data: transfer(0n) } as const
    expect(await simulateCall(chain.chain.rpc, call)).toMatchObject({ ok: true })
    const failed = { ok: false, reason: expect.stringContaining('ERC20InsufficientBalance') }
    expect(await simulateCall(chain.chain.rpc, { ...call, data: transfer(1n) })).toMatchObject(failed)
    expect(await estimateGas(chain.chain.rpc, { ...call, data: transfer(1n) })).toEqual(failed)
  })

  test('behavior: a call that needs more gas than allowed fails with that reason', async () => {
    const call = { from: holder, to: chain.tokens.erc20, data: transfer(0n), gas: 22_000n } as const
    expect(await estimateGas(chain.chain.rpc, call)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/gas/),
    })
    expect(await estimateGas(chain.chain.rpc, { ...call, gas: 100_000n })).toMatchObject({ ok: true })
  })
})
