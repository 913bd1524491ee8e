import { expect, test } from 'vitest'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { readCoseEs256 } from './cose-key.ts'

const X = '11'.repeat(32)
const Y = '22'.repeat(32)
const KEY = { kty: '0102', alg: '0326', crv: '2001', x: `215820${X}`, y: `225820${Y}` }
const MEMBERS = Object.values(KEY)

/** A CBOR map of members, followed by other bytes. */
function cose(members: readonly string[], behind = ''): Uint8Array {
  return bytesFromHex(`0x${(0xa0 + members.length).toString(16)}${members.join('')}${behind}`)
}

test.each<[string, Uint8Array]>([
  ['the five members of WebAuthn', cose(MEMBERS)],
  // Nitrokey 3A (dfinity/internet-identity 3831).
  ['key_ops', cose([KEY.kty, KEY.alg, '048102', KEY.crv, KEY.x, KEY.y])],
  ['several key_ops', cose([KEY.kty, KEY.alg, '04820102', KEY.crv, KEY.x, KEY.y])],
  ['an id of the key', cose([KEY.kty, `025818${'ab'.repeat(24)}`, KEY.alg, KEY.crv, KEY.x, KEY.y])],
  ['an id and a Base IV', cose([KEY.kty, '02420102', KEY.alg, '05420304', KEY.crv, KEY.x, KEY.y])],
  ['extensions behind it (open-chat-labs/open-chat 9277)', cose(MEMBERS, 'a16b6372656450726f7465637403')],
])('behavior: reads a key with %s', (_name, bytes) => {
  expect(readCoseEs256(bytes)).toEqual({ x: X, y: Y })
})

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['a list', bytesFromHex('0x8101')],
  ['no algorithm', cose([KEY.kty, KEY.crv, KEY.x, KEY.y])],
  ['another algorithm', cose([KEY.kty, '03382e', KEY.crv, KEY.x, KEY.y])],
  ['another curve', cose([KEY.kty, KEY.alg, '2008', KEY.x, KEY.y])],
  ['another kind of key', cose(['0101', KEY.alg, KEY.crv, KEY.x, KEY.y])],
  ['a compressed point', cose([KEY.kty, KEY.alg, KEY.crv, KEY.x, '22f5'])],
  ['a short coordinate', cose([KEY.kty, KEY.alg, KEY.crv, KEY.x, `22581f${Y.slice(2)}`])],
  ['a text for a coordinate', cose([KEY.kty, KEY.alg, KEY.crv, KEY.x, `227820${Y}`])],
  ['another order', cose(MEMBERS.toReversed())],
  ['members that no key has', cose(['63616263f5', ...MEMBERS])],
  ['a cut end', cose(MEMBERS).subarray(0, -1)],
])('error: reads no key from %s', (_name, bytes) => {
  expect(readCoseEs256(bytes)).toBeUndefined()
})

test('error: reads 1 MB of optional members in linear time, and no key', () => {
  const bytes = bytesFromHex(`0xa60102${'02'.repeat(500_000)}${'0326'.repeat(100_000)}`)
  expect(readCoseEs256(bytes)).toBeUndefined()
})
