import fc from 'fast-check'
import { decodeFunctionData, zeroAddress, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { hexBytes, randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import type { ExecuteCall } from './execute-digest.ts'
import { bytesFromHex, hexFromBytes } from './hex.ts'
import { joinSignature, shortCoSignature } from './joined-signature.ts'
import { encodeExecuteCall } from './pack-execute.ts'
import { encodeSignature, SignatureError, type WebAuthnSignature } from './signature.ts'
import { bytesFromText } from './utf8.ts'

const PACKED: Hex = '0x0c89e77a'
const LONG: Hex = '0x5587b9df'
const CHALLENGE = 'iLmXO6e4jgcB3y92BgNRdkv0uaAgbEYzqM9HXoU8CaY'
const TAIL = ',"origin":"https://shop.example.com","crossOrigin":false}'
const HEAD = '{"type":"webauthn.get",'
const ECDSA: Hex = `0x${'c1'.repeat(65)}`
const RP_ID_HASH: Hex = `0x${'ab'.repeat(32)}`

const call: ExecuteCall = {
  walletAddress: '0x1111111111111111111111111111111111111111',
  toAddress: '0x2222222222222222222222222222222222222222',
  value: 0n,
  data: '0xa9059cbb0102',
  expiration: 1_800_000_000n,
  fee: 0n,
  feeCoinAddress: zeroAddress,
  feeWithdrawAddress: zeroAddress,
}

function assertion(changes: Partial<WebAuthnSignature> = {}): WebAuthnSignature {
  return {
    authenticatorData: `${RP_ID_HASH}1d00000009`,
    clientDataJSON: `${HEAD}"challenge":"${CHALLENGE}"${TAIL}`,
    challengeIndex: 23n,
    typeIndex: 1n,
    r: 2n ** 255n + 1n,
    s: 2n ** 254n + 2n,
    ...changes,
  }
}

function encode(changes: Partial<WebAuthnSignature> = {}, callChanges: Partial<ExecuteCall> = {}): Hex {
  return encodeExecuteCall({ ...call, ...callChanges }, encodeSignature(assertion(changes)))
}

function joined(parts: { keyNumber?: number | undefined; coSignature?: Hex | undefined }): Hex {
  const { keyNumber, coSignature } = parts
  return joinSignature({ tuple: encodeSignature(assertion()), keyNumber, coSignature })
}

/** Reads the packed form by the table in `PackedExecute.sol`, independently of the encoder. */
function unpack(calldata: Hex) {
  const bytes = bytesFromHex(calldata)
  let cursor = 4
  const take = (length: number) => hexFromBytes(bytes.subarray(cursor, (cursor += length)))
  const number = (length: number) => (length === 0 ? 0n : BigInt(take(length)))
  const address = (): Address => take(20)
  const [r, s, toAddress, expiration, flagsAndCount] = [number(32), number(32), address(), number(5), take(5)]
  const [parts, headLength, tailLength] = [number(1), Number(number(1)), Number(number(2))]
  const typeIndex = headLength === 0 ? 1n : number(2)
  const value = (parts & 1n) === 0n ? 0n : number(32)
  const hasFee = (parts & 2n) !== 0n
  const fee = hasFee ? number(32) : 0n
  const feeCoinAddress = hasFee ? address() : zeroAddress
  const feeWithdrawAddress = hasFee ? address() : zeroAddress
  const keyNumber = (parts & 4n) === 0n ? 0n : number(1)
  const coSignature = (parts & 8n) === 0n ? '0x' : take(Number(number(2)))
  const head = take(headLength)
  const tail = take(tailLength)
  const data = take(bytes.length - cursor)
  const read = { toAddress, value, data, expiration, fee, feeCoinAddress, feeWithdrawAddress }
  return { parts, r, s, flagsAndCount, typeIndex, keyNumber, coSignature, head, tail, call: read }
}

describe('encodeExecuteCall', () => {
  test('behavior: packs the usual assertion without the parts that the wallet knows', () => {
    const calldata = encode()
    expect(calldata.slice(0, 10)).toBe(PACKED)
    expect(calldata).not.toContain(RP_ID_HASH.slice(2))
    const { walletAddress: _, ...rest } = call
    expect(unpack(calldata)).toEqual({
      parts: 0n,
      r: 2n ** 255n + 1n,
      s: 2n ** 254n + 2n,
      flagsAndCount: '0x1d00000009',
      typeIndex: 1n,
      keyNumber: 0n,
      coSignature: '0x',
      head: '0x',
      tail: hexFromBytes(bytesFromText(TAIL)),
      call: rest,
    })
    expect(bytesFromHex(calldata).length).toBe(102 + TAIL.length + 6)
  })

  test('behavior: writes a value and a fee if they are not zero', () => {
    const withValue = unpack(encode({}, { value: 7n }))
    expect([withValue.parts, withValue.call.value]).toEqual([1n, 7n])
    for (const change of [
      { fee: 5n },
      { feeCoinAddress: call.toAddress },
      { feeWithdrawAddress: call.toAddress },
    ]) {
      const unpacked = unpack(encode({}, change))
      expect(unpacked.parts).toBe(2n)
      expect(unpacked.call).toMatchObject(change)
    }
  })

  test('behavior: packs another order of keys with its head', () => {
    const json = `{"challenge":"${CHALLENGE}","origin":"https://shop.example.com","type":"webauthn.get"}`
    const typeIndex = BigInt(json.indexOf('"type"'))
    const unpacked = unpack(encode({ clientDataJSON: json, challengeIndex: 1n, typeIndex }))
    expect([unpacked.head, unpacked.typeIndex]).toEqual([hexFromBytes(bytesFromText('{')), typeIndex])
  })

  test('behavior: packs the usual head with another index of the type, or that index with another head, unchanged', () => {
    expect(unpack(encode({ typeIndex: 2n })).typeIndex).toBe(2n)
    const head = '{"type":"webauthn.get","a":1,'
    const json = `${head}"challenge":"${CHALLENGE}"${TAIL}`
    const unpacked = unpack(encode({ clientDataJSON: json, challengeIndex: BigInt(head.length) }))
    expect([unpacked.head, unpacked.typeIndex]).toEqual([hexFromBytes(bytesFromText(head)), 1n])
  })

  test('param: packs up to the longest head and tail and the highest index', () => {
    const head = `{${' '.repeat(254)}`
    const tail = ' '.repeat(65_535)
    const json = `${head}"challenge":"${CHALLENGE}"${tail}`
    const calldata = encode({ clientDataJSON: json, challengeIndex: 255n, typeIndex: 65_535n })
    expect(calldata.slice(0, 10)).toBe(PACKED)
    const unpacked = unpack(calldata)
    expect([unpacked.head.length, unpacked.tail.length, unpacked.typeIndex]).toEqual([512, 131_072, 65_535n])
  })

  test('behavior: indexes count bytes, not characters', () => {
    const head = `{"name":"ключ 🔑","type":"webauthn.get",`
    const json = `${head}"challenge":"${CHALLENGE}"}`
    const challengeIndex = BigInt(bytesFromText(head).length)
    const unpacked = unpack(encode({ clientDataJSON: json, challengeIndex, typeIndex: 26n }))
    expect(unpacked.head).toBe(hexFromBytes(bytesFromText(head)))
  })

  test('behavior: submits a call that does not fit in the long form', () => {
    const signatures: Partial<WebAuthnSignature>[] = [
      { authenticatorData: `${RP_ID_HASH}1d00000009a0` },
      { authenticatorData: `${RP_ID_HASH}1d000000` },
      { typeIndex: 65_536n },
      { challengeIndex: 22n },
      { challengeIndex: 0n },
      { challengeIndex: 2n ** 256n - 1n },
      { clientDataJSON: `${HEAD}"challenge":"${CHALLENGE}A"${TAIL}` },
      { clientDataJSON: `"challenge":"${CHALLENGE}"${HEAD}`, challengeIndex: 0n },
      { clientDataJSON: `${HEAD}"challenge":"${CHALLENGE}",${' '.repeat(65_535)}` },
      { clientDataJSON: `{${' '.repeat(255)}"challenge":"${CHALLENGE}"${TAIL}`, challengeIndex: 256n },
    ]
    for (const changes of signatures) {
      const calldata = encode(changes)
      expect(calldata.slice(0, 10)).toBe(LONG)
      const { args } = decodeFunctionData({ abi: passkeyWalletAbi, data: calldata })
      expect(args?.[7]).toBe(encodeSignature(assertion(changes)))
    }
    expect(encode({}, { expiration: 2n ** 40n }).slice(0, 10)).toBe(LONG)
    expect(encode({}, { expiration: 2n ** 40n - 1n }).slice(0, 10)).toBe(PACKED)
  })

  test('behavior: any call is decoded from its calldata', () => {
    const calls = fc.record({
      walletAddress: randomAddress,
      toAddress: randomAddress,
      value: fc.oneof(fc.constant(0n), uint256),
      data: hexBytes(0, 300),
      expiration: fc.bigInt({ min: 0n, max: 2n ** 40n - 1n }),
      fee: fc.oneof(fc.constant(0n), uint256),
      feeCoinAddress: randomAddress,
      feeWithdrawAddress: randomAddress,
    })
    fc.assert(
      fc.property(calls, uint256, uint256, (any, r, s) => {
        const unpacked = unpack(encodeExecuteCall(any, encodeSignature(assertion({ r, s }))))
        const { walletAddress: _, ...rest } = any
        expect(unpacked).toMatchObject({ r, s, call: rest })
      }),
    )
  })

  test.each<[what: string, joined: { keyNumber?: number; coSignature?: Hex }, parts: bigint]>([
    ['another key', { keyNumber: 7 }, 4n],
    ['a co-signature of an account without code', { coSignature: ECDSA }, 8n],
    ['both', { keyNumber: 1, coSignature: ECDSA }, 12n],
    ['the main key by its number, with a co-signature', { keyNumber: 0, coSignature: ECDSA }, 8n],
  ])('behavior: %s → its own parts', (_, { keyNumber, coSignature }, parts) => {
    const signature = joined({ keyNumber, coSignature })
    expect(unpack(encodeExecuteCall(call, signature))).toMatchObject({
      parts,
      keyNumber: BigInt(keyNumber ?? 0),
      coSignature: coSignature ?? '0x',
    })
    const { args } = decodeFunctionData({
      abi: passkeyWalletAbi,
      data: encodeExecuteCall({ ...call, expiration: 2n ** 40n }, signature),
    })
    expect(args?.[7]).toBe(signature)
  })

  test('behavior: a co-signature of a passkey → its short form, in both forms of the call', () => {
    const coSignature = joined({ keyNumber: 2 })
    const short = shortCoSignature(coSignature)
    const signature = joined({ coSignature })
    expect(short.length).toBeLessThan(coSignature.length)
    expect(unpack(encodeExecuteCall(call, signature)).coSignature).toBe(short)
    const { args } = decodeFunctionData({
      abi: passkeyWalletAbi,
      data: encodeExecuteCall({ ...call, expiration: 2n ** 40n }, signature),
    })
    expect(args?.[7]).toBe(joined({ coSignature: short }))
  })

  test('param: packs the longest co-signature', () => {
    const signature = (length: number) => joined({ coSignature: `0x${'c1'.repeat(length)}` })
    expect(encodeExecuteCall(call, signature(65_535)).slice(0, 10)).toBe(PACKED)
    expect(encodeExecuteCall(call, signature(65_536)).slice(0, 10)).toBe(LONG)
  })

  test('error: refuses a signature that is not canonical', () => {
    const signature = encodeSignature(assertion())
    expect(() => encodeExecuteCall(call, `${signature}00`)).toThrow(SignatureError)
    expect(() => encodeExecuteCall(call, '0x')).toThrow(SignatureError)
    expect(() => encodeExecuteCall(call, `0x${signature.slice(2, -2)}01`)).toThrow(SignatureError)
  })

  test('error: refuses values out of range', () => {
    expect(() => encode({}, { value: 2n ** 256n })).toThrow(RangeError)
    expect(() => encode({}, { fee: -1n })).toThrow(RangeError)
    expect(() => encode({}, { expiration: -1n })).toThrow(RangeError)
    expect(() => encode({}, { toAddress: '0x12' })).toThrow(RangeError)
  })
})
