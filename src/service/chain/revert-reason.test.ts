import { encodeErrorResult, type AbiParameter } from 'viem'
import { expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { revertReason } from './revert-reason.ts'

/** One value of each type in the wallet's errors. */
const VALUES: Record<string, unknown> = {
  address: '0x00000000000000000000000000000000000C0111',
  bytes32: `0x${'5a'.repeat(32)}`,
  uint256: 7n,
  uint8: 1,
}
const valueOf = ({ type }: AbiParameter) => VALUES[type]

const errors = passkeyWalletAbi.filter((item) => item.type === 'error')

test.each(errors.map(({ name, inputs }) => [name, inputs] as const))(
  'behavior: the wallet’s error %s → a sentence without its name',
  (name, inputs: readonly AbiParameter[]) => {
    const abi = [{ type: 'error', name, inputs }] as const
    const data = encodeErrorResult({ abi, errorName: name, args: inputs.map(valueOf) })
    expect(revertReason(data)).toMatch(/^[a-z][^()]+ [^()]+/)
    expect(revertReason(data)).not.toContain(name)
  },
)

/** Errors that tokens of OpenZeppelin Contracts 5 and Solady share. */
test.each([
  ['EnforcedPause()', '0xd93c0665', 'the contract is paused'],
  ['ExpectedPause()', '0x8dfc202b', 'the contract is not paused'],
  ['InsufficientBalance()', '0xf4d678b8', 'the balance is too low'],
  ['InsufficientAllowance()', '0x13be252b', 'the allowance is too low'],
  ['TransferFailed()', '0x90b8ec18', 'a token refused a transfer'],
  ['TransferFromFailed()', '0x7939f424', 'a token refused a transfer'],
] as const)('behavior: the error %s of a library → a sentence', (_name, data, sentence) => {
  expect(revertReason(data)).toBe(sentence)
})
