import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { verifyRegistration } from './registration.ts'

const SITE = { origin: 'https://shop.example', rpId: 'shop.example' }

function register(statement: unknown, dataLength = 200) {
  const clientData = { type: 'webauthn.create', challenge: 'AAAA', origin: SITE.origin }
  const members: [string, unknown][] = [
    ['fmt', 'packed'],
    ['attStmt', statement],
    ['authData', new Uint8Array(dataLength)],
  ]
  const attestation = isoCBOR.encode(new Map(members) as Parameters<typeof isoCBOR.encode>[0])
  const response = {
    clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
    attestationObject: Buffer.from(attestation).toString('base64url'),
  }
  const given = { id: 'AA', rawId: 'AA', type: 'public-key' as const, response }
  return verifyRegistration(SITE, { response: given, challenge: 'AAAA' })
}

const certificates = (count: number) => new Map([['x5c', Array(count).fill(new Uint8Array(1))]])

test.each([
  ['a list as statement', [], 'has too many members'],
  ['four members', new Map([1, 2, 3, 4].map((name) => [String(name), 1])), 'has too many members'],
  ['eleven certificates', certificates(11), 'has a member that no authenticator makes'],
  ['a text as certificate', new Map([['x5c', ['']]]), 'has a member that no authenticator makes'],
  ['a text as signature', new Map([['sig', '']]), 'has a member that no authenticator makes'],
])('error: %s → rejected before the library decodes it again', async (_, statement, problem) => {
  await expect(register(statement)).rejects.toThrow(`the attestation statement ${problem}`)
})

test('error: more than 2,048 bytes of authenticator data → rejected before its key is decoded', async () => {
  await expect(register(new Map(), 2_049)).rejects.toThrow('the authenticator data is too long')
  await expect(register(new Map(), 2_048)).rejects.not.toThrow('the authenticator data is too long')
})

test('behavior: a statement at its limits → verified by the library', async () => {
  await expect(register(certificates(10))).rejects.not.toThrow('the attestation statement')
})
