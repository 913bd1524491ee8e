import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { isWithinDomain } from '#protocol/passkey/origin.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { answerPasskeysInPage, defineCredentials } from './page-passkeys.ts'
import type { Passkey, Passkeys } from './passkeys.ts'

const question = { origin: z.string(), challenge: z.string(), rpId: z.string() }
const createSchema = z.object({
  kind: z.literal('create'),
  ...question,
  userHandle: z.string(),
  exclude: z.array(z.string()),
})
const getSchema = z.object({ kind: z.literal('get'), ...question, allow: z.array(z.string()) })
const askedSchema = z.union([createSchema, getSchema])
const answerSchema = z.object({ id: z.string(), response: z.record(z.string(), z.unknown()) })

/** Response to the page: a credential, or the name of the error that a browser would throw. */
type DeviceAnswer = { error: string } | z.infer<typeof answerSchema>

/**
 * A software passkey device, for browsers without a virtual one. The page's `navigator.credentials` calls
 * this process, which holds the keys. They persist across navigations, and the page needs no cryptography of
 * its own.
 */
export async function installSoftwarePasskeys(page: Page): Promise<Passkeys> {
  const device = createSoftwareDevice()
  await page.exposeFunction('latchkeyTestPasskey', (asked: unknown) => device.answer(asked))
  await page.addInitScript(defineCredentials)
  await page.addInitScript(answerPasskeysInPage)
  return device
}

/** The device itself. `answer` handles the page's requests. */
export function createSoftwareDevice(): Passkeys & { answer: (asked: unknown) => DeviceAnswer } {
  const passkeys: Passkey[] = []
  let verified = true
  return {
    list: () => Promise.resolve([...passkeys]),
    async add(passkey) {
      passkeys.push(passkey)
    },
    async setVerified(value) {
      verified = value
    },
    async clear() {
      passkeys.splice(0)
    },
    answer(given) {
      const asked = askedSchema.parse(given)
      if (!isWithinDomain(new URL(asked.origin).hostname, asked.rpId)) return { error: 'SecurityError' }
      if (!verified) return { error: 'NotAllowedError' }
      return asked.kind === 'create' ? register(passkeys, asked) : assert(passkeys, asked)
    },
  }
}

function register(passkeys: Passkey[], asked: z.infer<typeof createSchema>): DeviceAnswer {
  const { origin, challenge, rpId, userHandle, exclude } = asked
  if (passkeys.some(({ credentialId }) => exclude.includes(credentialId)))
    return { error: 'InvalidStateError' }
  const made = createAuthenticator()
  // Devices keep one passkey for each person of a domain.
  const old = passkeys.findIndex((known) => known.rpId === rpId && known.userHandle === userHandle)
  if (old >= 0) passkeys.splice(old, 1)
  const { credentialId, privateKey, publicKeySpki } = made
  passkeys.push({ credentialId, privateKey, rpId, userHandle })
  const answer = answerSchema.parse(made.register({ challenge, rp: { id: rpId } }, { origin }))
  return { ...answer, response: { ...answer.response, publicKeySpki } }
}

function assert(passkeys: Passkey[], asked: z.infer<typeof getSchema>): DeviceAnswer {
  const { origin, challenge, rpId, allow } = asked
  const known = passkeys.findLast(
    (one) => one.rpId === rpId && (allow.length === 0 || allow.includes(one.credentialId)),
  )
  if (known === undefined) return { error: 'NotAllowedError' }
  return answerSchema.parse(createAuthenticator(known).assert({ challenge, rpId }, { origin }))
}
