import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { describe, expect, test } from 'vitest'
import { creationOptionsSchema, requestOptionsSchema } from './ceremony-options.ts'

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const HINTS = ['hybrid', 'security-key', 'client-device']
const NEEDS = ['required', 'preferred', 'discouraged']

const credentials = TRANSPORTS.map((transport) => ({ id: 'AA', type: 'public-key', transports: [transport] }))
const request = {
  challenge: 'AA',
  timeout: 1,
  rpId: 'a.example',
  allowCredentials: credentials,
  hints: HINTS,
}
const creation = {
  challenge: 'AA',
  rp: { id: 'a.example', name: 'A' },
  user: { id: 'AA', name: 'a', displayName: 'A' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 1,
  excludeCredentials: credentials,
  hints: HINTS,
  extensions: { credProps: true },
}

describe('ceremony options', () => {
  test('behavior: keeps the whole options made by the server’s library', async () => {
    const asked = await generateAuthenticationOptions({ rpID: 'a.example', allowCredentials: [{ id: 'AA' }] })
    expect(requestOptionsSchema.parse(asked)).toMatchObject({ challenge: asked.challenge, rpId: 'a.example' })
    const made = await generateRegistrationOptions({ rpName: 'A', rpID: 'a.example', userName: 'a' })
    const { attestation, ...rest } = creationOptionsSchema.parse(made)
    expect({ attestation, ...rest }).toEqual({ ...made, extensions: { credProps: true } })
  })

  test.each(NEEDS)('param: accepts every value that WebAuthn names: %s', (need) => {
    const asked = { ...request, userVerification: need }
    expect(requestOptionsSchema.parse(asked)).toEqual(asked)
    for (const authenticatorAttachment of ['platform', 'cross-platform']) {
      for (const attestation of ['none', 'indirect', 'direct', 'enterprise']) {
        const made = {
          ...creation,
          attestation,
          authenticatorSelection: {
            authenticatorAttachment,
            residentKey: need,
            requireResidentKey: true,
            userVerification: need,
          },
        }
        expect(creationOptionsSchema.parse(made)).toEqual(made)
      }
    }
  })

  test.each([
    ['challenge', { challenge: 1 }],
    ['userVerification', { userVerification: '' }],
    ['hints', { hints: [''] }],
    ['allowCredentials', { allowCredentials: [{ id: 'AA', type: 'password' }] }],
    ['allowCredentials', { allowCredentials: [{ id: 'AA', type: 'public-key', transports: [''] }] }],
  ])('error: refuses a wrong %s for an assertion', (field, change) => {
    const { error } = requestOptionsSchema.safeParse({ ...request, ...change })
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
  })

  test.each([
    ['rp', { rp: {} }],
    ['user', { user: {} }],
    ['pubKeyCredParams', { pubKeyCredParams: [{ type: 'password', alg: -7 }] }],
    ['attestation', { attestation: '' }],
    ['authenticatorSelection', { authenticatorSelection: { residentKey: '' } }],
    ['extensions', { extensions: { credProps: 'yes' } }],
  ])('error: refuses a wrong %s for a registration', (field, change) => {
    const { error } = creationOptionsSchema.safeParse({ ...creation, ...change })
    expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(new Set([field]))
  })
})
