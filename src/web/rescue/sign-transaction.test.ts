import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { payerAccount, signTransaction } from './payer.ts'

const KEY = `0x${'4c'.repeat(31)}01` as const
const key = bytesFromHex(KEY)
const account = privateKeyToAccount(KEY)

test('param: derives the same account from a key as viem', () => {
  expect(checksumAddress(payerAccount(key))).toBe(account.address)
})

test.each([0, 1, 2, 55, 56, 300, 70_000])(
  'behavior: with %i bytes of data, produces the same signed bytes as viem',
  async (length) => {
    const data = `0x${'ab'.repeat(length)}` as const
    const fields = { chainId: 8_453, to: account.address, data, gas: 127n + BigInt(length) * 16n } as const
    const fees = { maxPriorityFeePerGas: 1_000_000_000n, maxFeePerGas: 30_000_000_000n }
    for (const nonce of [0, 1, 127, 128, 65_536]) {
      const ours = signTransaction({ ...fields, ...fees, nonce: BigInt(nonce) }, key)
      expect(ours).toBe(await account.signTransaction({ ...fields, ...fees, nonce, type: 'eip1559' }))
    }
  },
)
