import { expect, test } from 'vitest'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { readCoseEs256 } from './cose-key.ts'

const X = '11'.repeat(32)
const Y = '22'.repeat(32)
const KEY = { kty: '0102', alg: '0326', crv: '2001', x: `215820${X}`, y: `225820${Y}` }
const MEMBERS = Object.values(KEY)

/** A CBOR map of members, and bytes behind it. */
function cose(members: readonly string[], behind = ''): Uint8Array {
  return bytesFromHex(`0x${(0xa0 + members.length).toString(16)}${members.join('')}${behind}`)
}

test.each<[string, Uint8Array]>([
  ['the five members of WebAuthn', cose(MEMBERS)],
  ['another order', cose(MEMBERS.toReversed())],
  // Nitrokey 3A (dfinity/internet-identity 3831).
  ['key_ops', cose([KEY.kty, KEY.alg, '048102', KEY.crv, KEY.x, KEY.y])],
  ['several key_ops, nested further', cose(['0482018102', ...MEMBERS])],
  ['an id of the key', cose([`025818${'ab'.repeat(24)}`, ...MEMBERS])],
  ['members with texts', cose(['63616263f5', `0463616263`, ...MEMBERS])],
  ['a member with a map', cose(['05a10102', ...MEMBERS])],
  ['extensions behind it (open-chat-labs/open-chat 9277)', cose(MEMBERS, 'a16b6372656450726f7465637403')],
  ['a map with its number of members in a byte', bytesFromHex(`0xb805${MEMBERS.join('')}`)],
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
  ['a label twice', cose([...MEMBERS, `215820${Y}`])],
  ['a number of three bytes', cose([...MEMBERS, '041a00000001'])],
  ['a length beyond its end', cose([...MEMBERS, '0459ffff'])],
  ['lists in lists without an end', bytesFromHex(`0xa104${'81'.repeat(10_000)}`)],
  ['fewer members than it says', bytesFromHex(`0xa6${MEMBERS.join('')}`)],
  ['a cut end', cose(MEMBERS).subarray(0, -1)],
])('error: reads no key from %s', (_name, bytes) => {
  expect(readCoseEs256(bytes)).toBeUndefined()
})
