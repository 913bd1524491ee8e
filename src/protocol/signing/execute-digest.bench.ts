import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { bench, describe } from 'vitest'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { softwarePasskey } from '#protocol/testing/p256.ts'
import { viemDigest } from '#protocol/testing/viem-digest.ts'
import { signatureFromAssertion } from './assertion-signature.ts'
import { encodeCall } from './calldata.ts'
import { executeDigest, type ExecuteCall } from './execute-digest.ts'
import { decodeSignature } from './signature.ts'

const CHAIN_ID = 84_001
const PARAMS: [`0x${string}`, bigint] = ['0x52908400098527886E0F7030069857D2E4169EE7', 1_500_000n]
const abi = parseAbi(['function transfer(address,uint256)'])
const call: ExecuteCall = {
  walletAddress: '0x1111111111111111111111111111111111111111',
  toAddress: '0x2222222222222222222222222222222222222222',
  value: 0n,
  data: encodeCall('transfer(address,uint256)', [PARAMS[0], '1500000']),
  expiration: 1_800_000_000n,
  fee: 10_000n,
  feeCoinAddress: '0x2222222222222222222222222222222222222222',
  feeWithdrawAddress: '0x3333333333333333333333333333333333333333',
}
// The budget in the browser is 1 ms for the digest and the encoding, at the median.
describe('digest of an execute call, its calldata encoded', () => {
  bench('ours', () => {
    executeDigest(CHAIN_ID, {
      ...call,
      data: encodeCall('transfer(address,uint256)', [PARAMS[0], '1500000']),
    })
  })
  bench('viem', () => {
    viemDigest(CHAIN_ID, { ...call, data: encodeFunctionData({ abi, args: PARAMS }) })
  })
})

const digest = executeDigest(CHAIN_ID, call)
const assertion = softwarePasskey(new Uint8Array(32).fill(7), rpIdHash('localhost')).sign(digest)
const parsed = decodeSignature(signatureFromAssertion(assertion))
const components = [
  { name: 'authenticatorData', type: 'bytes' },
  { name: 'clientDataJSON', type: 'string' },
  { name: 'challengeIndex', type: 'uint256' },
  { name: 'typeIndex', type: 'uint256' },
  { name: 'r', type: 'uint256' },
  { name: 's', type: 'uint256' },
] as const

describe('signature of an assertion', () => {
  bench('ours, with DER, low s and indexes', () => {
    signatureFromAssertion(assertion)
  })
  bench('viem, the encoding alone', () => {
    encodeAbiParameters([{ type: 'tuple', components }], [parsed])
  })
})
