import { createHash, createPublicKey, verify } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { publicKeyFromSpki } from '#protocol/testing/registration.ts'
import { createPasskey } from './passkeys.ts'
import { createSoftwareDevice } from './software-passkeys.ts'

const CHALLENGE = Buffer.alloc(32, 7).toString('base64url')
const ORIGIN = 'https://shop.example'
const CREATE = {
  kind: 'create',
  origin: ORIGIN,
  challenge: CHALLENGE,
  rpId: 'shop.example',
  userHandle: 'bWlyYQ',
  exclude: [],
}
const GET = { kind: 'get', origin: ORIGIN, challenge: CHALLENGE, rpId: 'shop.example', allow: [] }

let device: ReturnType<typeof createSoftwareDevice>
beforeEach(() => {
  device = createSoftwareDevice()
})

const parseAnswer = (answer: object) => answer as { id: string; response: Record<string, string> }
const bytes = (text = '') => Buffer.from(text, 'base64url')

test('behavior: a registered passkey signs over the challenge and for the domain', async () => {
  const made = parseAnswer(device.answer(CREATE))
  const { clientDataJSON, authenticatorData, signature, userHandle } = parseAnswer(
    device.answer(GET),
  ).response
  const key = createPublicKey({ key: bytes(made.response['publicKeySpki']), format: 'der', type: 'spki' })
  const signed = Buffer.concat([
    bytes(authenticatorData),
    createHash('sha256').update(bytes(clientDataJSON)).digest(),
  ])
  expect(verify('sha256', signed, key, bytes(signature))).toBe(true)
  expect(JSON.parse(bytes(clientDataJSON).toString())).toMatchObject({ challenge: CHALLENGE, origin: ORIGIN })
  expect(bytes(authenticatorData).subarray(0, 32)).toEqual(
    createHash('sha256').update('shop.example').digest(),
  )
  expect(userHandle).toBe('bWlyYQ')
  expect(await device.list()).toMatchObject([{ credentialId: made.id, rpId: 'shop.example' }])
})

test('behavior: an added passkey signs as if it had been created there', async () => {
  const { qx, qy, ...passkey } = createPasskey('shop.example')
  await device.add(passkey)
  const { id } = parseAnswer(device.answer({ ...GET, allow: [passkey.credentialId] }))
  expect(id).toBe(passkey.credentialId)
  const made = parseAnswer(device.answer({ ...CREATE, userHandle: 'b3RoZXI' }))
  const point = publicKeyFromSpki(new Uint8Array(bytes(made.response['publicKeySpki'])))
  expect(point.x.toString(16).padStart(64, '0')).not.toBe(qx)
  expect([qx, qy].join('')).toMatch(/^[0-9a-f]{128}$/)
})

test('error: throws the browser’s own error for another domain, no verification, no passkey, or an existing one', async () => {
  expect(device.answer(GET)).toEqual({ error: 'NotAllowedError' })
  expect(device.answer({ ...CREATE, rpId: 'bank.example' })).toEqual({ error: 'SecurityError' })
  const { id } = parseAnswer(device.answer(CREATE))
  expect(device.answer({ ...CREATE, exclude: [id] })).toEqual({ error: 'InvalidStateError' })
  expect(device.answer({ ...GET, allow: ['bm9uZQ'] })).toEqual({ error: 'NotAllowedError' })
  await device.setVerified(false)
  expect(device.answer(GET)).toEqual({ error: 'NotAllowedError' })
})
