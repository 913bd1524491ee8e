import { expect, test } from 'vitest'
import { joinBytes } from '#protocol/signing/hex.ts'
import { attestationObject } from '#protocol/testing/authenticator.ts'
import { extractAuthenticatorData, AttestationObjectError } from './create-passkey.ts'

const text = (word: string) => joinBytes([Uint8Array.of(0x60 + word.length), new TextEncoder().encode(word)])
const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index & 255)

test('behavior: returns the authenticator data unchanged', () => {
  expect(extractAuthenticatorData(new Uint8Array(attestationObject(bytes(164))))).toEqual(bytes(164))
})

test('behavior: ignores the order of the members and the attestation statement', () => {
  const data = bytes(300)
  const unusual = joinBytes([
    Uint8Array.of(0xa3),
    text('authData'),
    Uint8Array.of(0x59, 1, 44),
    data,
    text('attStmt'),
    Uint8Array.of(0xa1),
    text('sig'),
    Uint8Array.of(0x42, 1, 2),
    text('fmt'),
    text('packed'),
  ])
  expect(extractAuthenticatorData(unusual)).toEqual(data)
})

test.each([
  ['nothing', new Uint8Array()],
  ['another map', joinBytes([Uint8Array.of(0xa1), text('fmt'), text('none')])],
  ['a text in its place', joinBytes([Uint8Array.of(0xa1), text('authData'), text('none')])],
  ['too few bytes', attestationObject(bytes(100)).subarray(0, 80)],
  [
    'a name at an odd place',
    joinBytes([Uint8Array.of(0x06, 0x86, 0x17, 0x57, 0x46, 0x84, 0x46, 0x17, 0x46, 0x10)]),
  ],
])('error: %s is not an attestation object', (_name, object) => {
  expect(() => extractAuthenticatorData(object)).toThrow(AttestationObjectError)
})
