import { startRegistration } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { toPasskeyProblem } from '#web/console/lib/passkey-problem.ts'

const PATH = '/api/account/passkeys'
const answer = z.unknown()

/** Makes one more passkey for whoever is signed in. @throws ApiError, or ReadableError when the prompt was closed */
export async function addPasskey(name: string): Promise<void> {
  const options = z.object({ options: creationOptionsSchema })
  const { content } = await callApi({ method: 'POST', path: `${PATH}/options`, answer: options })
  const response = await startRegistration({ optionsJSON: content.options }).catch((thrown: unknown) => {
    throw toPasskeyProblem(thrown, 'registration')
  })
  await callApi({ method: 'POST', path: PATH, body: { name, response }, answer })
}

export async function renamePasskey(passkeyId: string, name: string): Promise<void> {
  await callApi({ method: 'PUT', path: pathOf(passkeyId), body: { name }, answer })
}

export async function removePasskey(passkeyId: string): Promise<void> {
  await callApi({ method: 'DELETE', path: pathOf(passkeyId), answer })
}

function pathOf(passkeyId: string): string {
  return `${PATH}/${encodeURIComponent(passkeyId)}`
}
