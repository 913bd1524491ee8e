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
