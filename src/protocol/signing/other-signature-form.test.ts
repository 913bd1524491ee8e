import { p256 } from '@noble/curves/nist.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { nameOtherSignatureForm } from './other-signature-form.ts'
import { encodeSignature } from './signature.ts'

const key = new Uint8Array(32).fill(7)
const signed = (format: 'compact' | 'der') => `0x${bytesToHex(p256.sign(key, key, { format }))}`
const tuple = encodeSignature({
  authenticatorData: `0x${'05'.repeat(37)}`,
  clientDataJSON: '{"type":"webauthn.get"}',
  challengeIndex: 23n,
  typeIndex: 1n,
  r: 1n,
  s: 1n,
})

test.each([
  ['r and s', signed('compact'), 'it is r and s alone, and it must be abi.encode((bytes authenticatorData'],
  ['r and s in capitals', signed('compact').replaceAll('a', 'A'), 'it is r and s alone'],
  ['DER', signed('der'), 'it is in DER form, and it must be abi.encode('],
  ['an Ethereum signature', `${signed('compact')}1b`, 'it is r, s and v of an Ethereum key'],
])('error: names %s, with the expected form', (_, signature, text) => {
  expect(nameOtherSignatureForm(signature)).toContain(text)
})

test.each([tuple, `${tuple}00`, '0x', '0x3', 'zz', '0x30', `0x3001${'00'.repeat(70)}`])(
  'param: finds no other named form for %s',
  (signature) => {
    expect(nameOtherSignatureForm(signature)).toBeUndefined()
  },
)
