import {
  getContractAddress,
  hashTypedData,
  keccak256,
  encodeAbiParameters,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { viemDigest } from '#protocol/testing/viem-digest.ts'
import { seededAddress, seededBytes, seededHash, seededUint } from './seeded-values.ts'

/** Chain of vectors that do not name another one. */
export const CHAIN_ID = 84_001

const MAX = 2n ** 256n - 1n
const UINTS = [0n, 1n, 255n, 2n ** 64n, 2n ** 128n - 1n, 2n ** 255n, MAX - 1n, MAX]
const TIMES = [0n, 1n, 1_800_000_000n, 2n ** 40n - 1n, 2n ** 40n, MAX]
const ADDRESSES: Address[] = [
  zeroAddress,
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000100',
  '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
]
/** Edge values of wallet addresses. No wallet has the address of a precompile. */
const WALLETS: Address[] = [
  '0x0000000000000000000000000000000000010000',
  '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
]
const DATA_LENGTHS = [0, 1, 3, 4, 31, 32, 33, 64, 68, 135, 136, 137, 1000]

export const baseCall: ExecuteCall = {
  walletAddress: seededAddress('wallet'),
  toAddress: seededAddress('coin'),
  value: 0n,
  data: `0xa9059cbb${'00'.repeat(12)}${seededAddress('shop').slice(2).toLowerCase()}${1_500_000n.toString(16).padStart(64, '0')}`,
  expiration: 1_800_000_300n,
  fee: 250_000n,
  feeCoinAddress: seededAddress('fee coin'),
  feeWithdrawAddress: seededAddress('collector'),
}

/** Digests of calls: the edge values of each field, and random calls. Computed by viem, not by this repository. */
export function executeDigestVectors() {
  const calls: [string, number, ExecuteCall][] = [
    ['base', CHAIN_ID, baseCall],
    ...[1, 31_337, 2 ** 31, Number.MAX_SAFE_INTEGER].map(edge('chainId')),
    ...UINTS.map((value) => edgeCall('value', { value })),
    ...UINTS.map((fee) => edgeCall('fee', { fee })),
    ...TIMES.map((expiration) => edgeCall('expiration', { expiration })),
    ...WALLETS.map((walletAddress) => edgeCall('walletAddress', { walletAddress })),
    ...ADDRESSES.map((toAddress) => edgeCall('toAddress', { toAddress })),
    ...ADDRESSES.map((feeCoinAddress) => edgeCall('feeCoinAddress', { feeCoinAddress })),
    ...ADDRESSES.map((feeWithdrawAddress) => edgeCall('feeWithdrawAddress', { feeWithdrawAddress })),
    ...DATA_LENGTHS.map((length) => edgeCall(`data of ${length}`, { data: seededBytes('data', length) })),
    ...Array.from({ length: 64 }, (_, number) => randomCall(number)),
  ]
  return calls.map(([name, chainId, call]) => ({ name, chainId, ...call, digest: viemDigest(chainId, call) }))
}

function edge(field: string) {
  return (chainId: number): [string, number, ExecuteCall] => [`${field} ${chainId}`, chainId, baseCall]
}

function edgeCall(name: string, change: Partial<ExecuteCall>): [string, number, ExecuteCall] {
  return [`${name}: ${String(Object.values(change)[0]).slice(0, 80)}`, CHAIN_ID, { ...baseCall, ...change }]
}

function randomCall(number: number): [string, number, ExecuteCall] {
  const seed = `random call ${number}`
  const call = {
    walletAddress: seededAddress(`${seed} wallet`),
    toAddress: seededAddress(`${seed} to`),
    value: seededUint(`${seed} value`),
    data: seededBytes(`${seed} data`, Number(seededUint(`${seed} length`) % 300n)),
    expiration: seededUint(`${seed} expiration`),
    fee: seededUint(`${seed} fee`),
    feeCoinAddress: seededAddress(`${seed} fee coin`),
    feeWithdrawAddress: seededAddress(`${seed} collector`),
  }
  return [seed, 1 + Number(seededUint(`${seed} chain`) % 2n ** 40n), call]
}

/** Digests for `isValidSignature`, computed by viem. */
export function messageDigestVectors(): { chainId: number; walletAddress: Hex; hash: Hex; digest: Hex }[] {
  const hashes: Hex[] = [`0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`]
  const random = Array.from({ length: 14 }, (_, number) => seededHash(`message ${number}`))
  return [...hashes, ...random].map((hash, number) => {
    const chainId = number % 3 === 0 ? 1 : CHAIN_ID
    const walletAddress = seededAddress(`message wallet ${number}`)
    const digest = hashTypedData({
      domain: { name: 'PasskeyWallet', version: '1', chainId, verifyingContract: walletAddress },
      types: { PasskeyWalletMessage: [{ name: 'hash', type: 'bytes32' }] },
      primaryType: 'PasskeyWalletMessage',
      message: { hash },
    })
    return { chainId, walletAddress, hash, digest }
  })
}

/** Digests for `isValidSignature` of wallets with a co-signer, computed by viem. */
export function approvedMessageDigestVectors(): {
  chainId: number
  walletAddress: Hex
  hash: Hex
  coSigner: Hex
  digest: Hex
}[] {
  const coSigners = ADDRESSES.filter((address) => address !== zeroAddress)
  const random = Array.from({ length: 13 }, (_, number) => seededAddress(`co-signer ${number}`))
  return [...coSigners, ...random].map((coSigner, number) => {
    const chainId = number % 3 === 0 ? 1 : CHAIN_ID
    const walletAddress = seededAddress(`approved message wallet ${number}`)
    const hash = seededHash(`approved message ${number}`)
    const digest = hashTypedData({
      domain: { name: 'PasskeyWallet', version: '1', chainId, verifyingContract: walletAddress },
      types: {
        PasskeyWalletApprovedMessage: [
          { name: 'hash', type: 'bytes32' },
          { name: 'coSigner', type: 'address' },
        ],
      },
      primaryType: 'PasskeyWalletApprovedMessage',
      message: { hash, coSigner },
    })
    return { chainId, walletAddress, hash, coSigner, digest }
  })
}

/** Addresses of wallets, computed by viem. The factory need not exist. */
export function walletAddressVectors(): {
  factory: Hex
  implementation: Hex
  qx: bigint
  qy: bigint
  rpIdHash: Hex
  salt: Hex
  address: Hex
}[] {
  const keys: [bigint, bigint, Hex][] = [
    [0n, 0n, `0x${'00'.repeat(32)}`],
    [1n, MAX, `0x${'ff'.repeat(32)}`],
    [MAX, 1n, `0x${'00'.repeat(31)}01`],
  ]
  const random = Array.from({ length: 45 }, (_, number): [bigint, bigint, Hex] => [
    seededUint(`qx ${number}`),
    seededUint(`qy ${number}`),
    seededHash(`rpId ${number}`),
  ])
  return [...keys, ...random].map(([qx, qy, rpIdHash], number) => {
    const factory = seededAddress(`factory ${number % 5}`)
    const implementation = getContractAddress({ from: factory, nonce: 1n })
    const immutables = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'uint256' }, { type: 'bytes32' }],
      [qx, qy, rpIdHash],
    )
    const start = '0x61008d3d81600a3d39f3363d3d373d3d3d363d73'
    const bytecode: Hex = `${start}${implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3${immutables.slice(2)}`
    const salt = keccak256(immutables)
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
    return { factory, implementation, qx, qy, rpIdHash, salt, address }
  })
}
