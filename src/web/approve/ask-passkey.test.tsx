import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { signInChallenge } from '#protocol/passkey/sign-in-challenge.ts'
import { askForSignIn } from '#web/ui/ask-passkey.ts'

let prompts = 0
beforeEach(() => {
  prompts = 0
  const get = async () => {
    prompts += 1
    throw new DOMException('declined', 'NotAllowedError')
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }))
})
afterEach(() => void vi.unstubAllGlobals())

const nonce = 'made-up'
const challengeOf = (origin: string) => base64Url(signInChallenge({ origin, nonce }))

test('behavior: a challenge made from the nonce at this origin opens the prompt', async () => {
  const options = { challenge: challengeOf(location.origin), rpId: 'localhost' }
  await expect(askForSignIn({ options, nonce })).rejects.toThrow('Nothing was changed')
  expect(prompts).toBe(1)
})

test.each([
  ['a challenge that the server chose, such as the digest of a call', 'Q'.repeat(43)],
  ['that of another origin', challengeOf('https://other.example')],
])('error: %s → nothing is signed', async (_, challenge) => {
  await expect(askForSignIn({ options: { challenge, rpId: 'localhost' }, nonce })).rejects.toThrow(
    'Nothing was signed',
  )
  expect(prompts).toBe(0)
})
