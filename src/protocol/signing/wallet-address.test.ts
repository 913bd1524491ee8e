import fc from 'fast-check'
import {
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  getCreate2Address,
  keccak256,
  type Address,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { parsePublicKey } from '#protocol/passkey/public-key.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { hexBytes, randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import { walletAddress } from './wallet-address.ts'

const FACTORY: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const HASH = rpIdHash('shop.localhost')

describe('walletAddress', () => {
  test('behavior: equals viem’s CREATE2 over the clone of the implementation at nonce 1', () => {
    fc.assert(
      fc.property(randomAddress, uint256, uint256, hexBytes(32, 32), (factory, qx, qy, hash) => {
        expect(walletAddress({ factory, qx, qy, rpIdHash: hash })).toBe(byViem(factory, qx, qy, hash))
      }),
      { numRuns: 1_000 },
    )
  })

  test('behavior: key, domain and factory each change the address', () => {
    const base = { factory: FACTORY, qx: 1n, qy: 2n, rpIdHash: HASH }
    const other: Address = '0x1111111111111111111111111111111111111111'
    const addresses = [
      walletAddress(base),
      walletAddress({ ...base, qx: 2n, qy: 1n }),
      walletAddress({ ...base, rpIdHash: rpIdHash('localhost') }),
      walletAddress({ ...base, factory: other }),
    ]
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test('param: every spelling of a key gives the same address', () => {
    const spelled = (qx: string, qy: string) => ({ ...coordinates(qx, qy), factory: FACTORY, rpIdHash: HASH })
    const address = walletAddress(spelled(SMALL_X, SMALL_Y))
    for (const [qx, qy] of spellings()) expect(walletAddress(spelled(qx, qy))).toBe(address)
  })

  test.each([
    ['a hash of 31 bytes', { rpIdHash: `0x${'00'.repeat(31)}` }, 'rpIdHash must be 32 bytes'],
    [
      'a factory that is no address',
      { factory: '0x12' },
      'factory must be an address: 0x followed by 40 hex digits',
    ],
    ['a coordinate of 2^256', { qx: 2n ** 256n }, 'must be between 0 and 2^256-1'],
  ] satisfies [string, Partial<Parameters<typeof walletAddress>[0]>, string][])(
    'error: refuses %s',
    (_, change, message) => {
      const wallet = { factory: FACTORY, qx: 1n, qy: 2n, rpIdHash: HASH, ...change }
      expect(() => walletAddress(wallet)).toThrow(new RangeError(message))
    },
  )
})

/** The point of x = 5 on P-256: short in hex, so padded and unpadded spellings differ. */
const SMALL_X = '5'
const SMALL_Y = '459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc'

function spellings(): [string, string][] {
  const padded = SMALL_X.padStart(64, '0')
  return [
    [`0x${SMALL_X}`, SMALL_Y],
    [padded, SMALL_Y.toUpperCase()],
    [`0x${padded}`, `0x${SMALL_Y}`],
    [`0${SMALL_X}`, `0x${SMALL_Y.toUpperCase()}`],
  ]
}

function coordinates(qx: string, qy: string): { qx: bigint; qy: bigint } {
  const { x, y } = parsePublicKey(qx, qy)
  return { qx: x, qy: y }
}

function byViem(factory: Address, qx: bigint, qy: bigint, hash: Hex): Address {
  const keyAndDomain = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'uint256' }, { type: 'bytes32' }],
    [qx, qy, hash],
  )
  const implementation = getContractAddress({ from: factory, nonce: 1n })
  return getCreate2Address({
    from: factory,
    salt: keccak256(keyAndDomain),
    bytecode: concatHex([
      '0x61008d3d81600a3d39f3363d3d373d3d3d363d73',
      implementation,
      '0x5af43d82803e903d91602b57fd5bf3',
      keyAndDomain,
    ]),
  })
}
