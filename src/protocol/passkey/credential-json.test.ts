import { describe, expect, test } from 'vitest'
import { finishEnrolmentSchema } from '#protocol/approver-ceremonies.ts'
import { setupVerifyRequestSchema } from '#protocol/console/setup.ts'
import { addPasskeyRequestSchema, joinVerifyRequestSchema } from '#protocol/members.ts'
import { assertionJsonSchema, registrationJsonSchema } from './credential-json.ts'

const registration = {
  id: 'A'.repeat(1_400),
  rawId: 'AZaz09-_',
  type: 'public-key',
  response: {
    clientDataJSON: 'A'.repeat(8_000),
    attestationObject: 'A'.repeat(10_000),
    transports: Array(10).fill('t'.repeat(50)),
  },
}
const assertion = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AA',
    authenticatorData: 'A'.repeat(8_000),
    signature: 'A'.repeat(2_000),
    userHandle: 'A'.repeat(100),
  },
}

/** The path and the message of the first problem. */
function problemOf(schema: typeof registrationJsonSchema | typeof assertionJsonSchema, value: unknown) {
  const issue = schema.safeParse(value).error?.issues[0]
  return [issue?.path.join('.'), issue?.message]
}
const answering = (change: object) => ({ ...assertion, response: { ...assertion.response, ...change } })
const registering = (change: object) => ({
  ...registration,
  response: { ...registration.response, ...change },
})

describe('JSON of a credential', () => {
  test('param: accepts lengths up to the bounds and keeps only the known members', () => {
    expect(registrationJsonSchema.parse({ ...registration, more: 1 })).toEqual(registration)
    expect(assertionJsonSchema.parse({ ...assertion, more: 1 })).toEqual(assertion)
    // Safari sends an empty handle instead of null (Yubico/java-webauthn-server 327).
    for (const userHandle of [null, ''])
      expect(assertionJsonSchema.parse(answering({ userHandle })).response.userHandle).toBe(userHandle)
  })

  test.each([
    ['response.authenticatorData', 'is too long', answering({ authenticatorData: 'A'.repeat(8_001) })],
    ['response.signature', 'is too long', answering({ signature: 'A'.repeat(2_001) })],
    ['response.userHandle', 'is too long', answering({ userHandle: 'A'.repeat(101) })],
    ['response.userHandle', 'must be base64url', answering({ userHandle: 'A=' })],
    ['response.clientDataJSON', 'is too long', answering({ clientDataJSON: 'A'.repeat(8_001) })],
    ['id', 'is too long', { ...assertion, id: 'A'.repeat(1_401) }],
    ['rawId', 'must be base64url', { ...assertion, rawId: '+A' }],
    ['rawId', 'must be base64url', { ...assertion, rawId: 'A+' }],
    ['rawId', 'must be base64url', { ...assertion, rawId: '' }],
    ['rawId', 'must be a string', { ...assertion, rawId: 1 }],
    ['type', expect.any(String), { ...assertion, type: '' }],
  ])('error: refuses an assertion whose %s %s', (path, message, value) => {
    expect(problemOf(assertionJsonSchema, value)).toEqual([path, message])
  })

  test.each([
    ['response.attestationObject', 'is too long', registering({ attestationObject: 'A'.repeat(12_001) })],
    ['response.transports', expect.any(String), registering({ transports: Array(11).fill('t') })],
    ['response.transports.0', expect.any(String), registering({ transports: ['t'.repeat(51)] })],
    ['type', expect.any(String), { ...registration, type: '' }],
  ])('error: refuses a registration whose %s is wrong', (path, message, value) => {
    expect(problemOf(registrationJsonSchema, value)).toEqual([path, message])
  })

  const token = 'A'.repeat(43)
  test.each([
    ['setup', setupVerifyRequestSchema, { setupToken: token }],
    ['join', joinVerifyRequestSchema, { token }],
    ['add a passkey', addPasskeyRequestSchema, { name: 'Phone' }],
    ['enrol an approver', finishEnrolmentSchema, { ceremonyId: token }],
  ])('error: %s with an attestation of 12,001 characters → names the field', (_, schema, body) => {
    const long = registering({ attestationObject: 'A'.repeat(12_001) })
    expect(schema.safeParse({ ...body, response: registration }).success).toBe(true)
    expect(schema.safeParse({ ...body, response: long }).error?.issues).toMatchObject([
      { path: ['response', 'response', 'attestationObject'], message: 'is too long' },
    ])
  })
})
