import * as z from 'zod/mini'
import { sessionSchema } from '#protocol/console-api.ts'
import { joinInvitationSchema, type JoinInvitation } from '#protocol/members.ts'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { makePasskey } from '#web/ui/ask-passkey.ts'
import { enterOrganization } from './enter-organization.ts'
import { rememberPasskey } from './sign-in.ts'

const optionsSchema = z.object({ options: creationOptionsSchema })

/** Creates the first administrator's passkey; `setupToken` is the one-time link's. Signs them in. */
export async function enrolAdministrator(input: { setupToken: string; name: string }): Promise<void> {
  const response = await createPasskey('/api/setup/options', input)
  const body = { setupToken: input.setupToken, response }
  await callApi({ method: 'POST', path: '/api/setup/verify', body, answer: z.unknown(), sessionless: true })
  rememberPasskey(response.id)
}

/** Reads an invitation, without spending it. */
export function readInvitation(token: string, signal: AbortSignal): Promise<JoinInvitation> {
  const path = '/api/join/invitation'
  const answer = joinInvitationSchema
  return callApi({ method: 'POST', path, body: { token }, answer, signal, sessionless: true })
}

/** Creates a person with their own passkey, as a signed-in member. */
export async function join(input: { token: string; name: string }): Promise<void> {
  const response = await createPasskey('/api/join/options', input)
  const body = { token: input.token, response }
  const path = '/api/join/verify'
  const session = await callApi({ method: 'POST', path, body, answer: sessionSchema, sessionless: true })
  rememberPasskey(response.id)
  if (session.signedIn) enterOrganization(session)
}

/** Makes the signed-in person a member of one more organization, and switches to it. */
export async function acceptInvitation(token: string): Promise<void> {
  const path = '/api/join/accept'
  const session = await callApi({ method: 'POST', path, body: { token }, answer: sessionSchema })
  if (session.signedIn) enterOrganization(session)
}

/** @throws ApiError, or ReadableError when the prompt was closed */
async function createPasskey(path: string, body: unknown) {
  const { options } = await callApi({ method: 'POST', path, body, answer: optionsSchema, sessionless: true })
  return makePasskey(options)
}
