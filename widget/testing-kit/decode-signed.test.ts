import { beforeAll, expect, test } from 'vitest'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { signatureFromAssertion } from '#protocol/signing/assertion-signature.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { decodeSigned } from './decode-signed.ts'

const CHAIN = 84_001
const WALLET = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const FRIEND = '0x00000000000000000000000000000000000f0001'
const ZERO = '0x0000000000000000000000000000000000000000'
const EXPIRATION = 1_900_000_000

let request: Record<string, unknown>

function sign(functionSignature: string, params: string[]): Record<string, unknown> {
  const call = {
    walletAddress: WALLET,
    toAddress: TOKEN,
    value: 0n,
    data: encodeCall(functionSignature, params),
    expiration: BigInt(EXPIRATION),
    fee: 0n,
    feeCoinAddress: ZERO,
    feeWithdrawAddress: ZERO,
  } as const
  const challenge = base64Url(bytesFromHex(executeDigest(CHAIN, call)))
  const { response } = createAuthenticator().assert(
    { challenge, rpId: 'shop.example' },
    { origin: 'https://shop.example' },
  ) as { response: Record<string, string> }
  const bytes = (name: string) => new Uint8Array(Buffer.from(response[name]!, 'base64url'))
  return {
    walletAddress: WALLET,
    toAddress: TOKEN,
    value: '0',
    functionSignature,
    params,
    signature: signatureFromAssertion({
      authenticatorData: bytes('authenticatorData'),
      clientDataJSON: bytes('clientDataJSON'),
      signature: bytes('signature'),
    }),
    expiration: String(EXPIRATION),
    fee: '0',
    feeCoinAddress: ZERO,
    feeWithdrawAddress: ZERO,
  }
}

beforeAll(() => {
  request = sign('transfer(address,uint256)', [FRIEND, '1500000'])
})

test('behavior: decodes the signed call from the bytes, in both forms of the request', () => {
  const expected = {
    kind: 'erc20-transfer',
    wallet: WALLET.toLowerCase(),
    token: TOKEN.toLowerCase(),
    fields: { to: FRIEND, amount: '1500000' },
    origin: 'https://shop.example',
    expirationSeconds: EXPIRATION,
  }
  expect(decodeSigned(request, CHAIN)).toMatchObject(expected)
  const { functionSignature: _, params: __, ...rest } = request
  const data = encodeCall('transfer(address,uint256)', [FRIEND, '1500000'])
  expect(decodeSigned({ ...rest, data }, CHAIN)).toMatchObject(expected)
})

test.each([
  ['safeTransferFrom(address,address,uint256)', [WALLET, FRIEND, '7'], { to: FRIEND, tokenId: '7' }],
  ['approve(address,uint256)', [FRIEND, '9'], { spender: FRIEND, number: '9' }],
  ['setApprovalForAll(address,bool)', [FRIEND, 'true'], { operator: FRIEND }],
])('param: %s is decoded correctly', (functionSignature, params, fields) => {
  expect(decodeSigned(sign(functionSignature, params), CHAIN)).toMatchObject({ fields })
})

test.each([
  ['another recipient', { params: [WALLET, '1500000'] }],
  ['another amount', { params: [FRIEND, '1500001'] }],
  ['another token', { toAddress: FRIEND }],
  ['another wallet', { walletAddress: FRIEND }],
  ['a fee', { fee: '1' }],
  ['a value', { value: '1' }],
  ['more time', { expiration: String(EXPIRATION + 1) }],
])('error: %s than the signed call is rejected', (_what, change) => {
  expect(() => decodeSigned({ ...request, ...change }, CHAIN)).toThrow('signed something else')
})

test('error: rejects a signature on another chain, and an invalid request', () => {
  expect(() => decodeSigned(request, 1)).toThrow('signed something else')
  expect(() => decodeSigned({ ...request, signature: '0x12' }, CHAIN)).toThrow()
  expect(() => decodeSigned({}, CHAIN)).toThrow()
})
