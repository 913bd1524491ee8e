import { startRegistration } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { sessionSchema } from '#protocol/org/console-api.ts'
import { joinInvitationSchema, type JoinInvitation } from '#protocol/org/members.ts'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { toPasskeyProblem } from '#web/console/lib/passkey-problem.ts'
import { reloadApp } from '#web/console/lib/shown-organization.ts'
import { broadcast } from '#web/console/lib/tabs.ts'
import { rememberPasskey } from './remembered-passkey.ts'

/** What the invitation says; it is not spent by asking. */
export async function readInvitation(token: string, signal: AbortSignal): Promise<JoinInvitation> {
  const path = '/api/join/invitation'
  const answer = joinInvitationSchema
  return (await callApi({ method: 'POST', path, body: { token }, answer, signal, sessionless: true })).content
}

/** Makes a person with a passkey of their own, who is then a member and signed in. */
export async function join(input: { token: string; name: string }): Promise<void> {
  const options = z.object({ options: creationOptionsSchema })
  const { content } = await callApi({
    method: 'POST',
    path: '/api/join/options',
    body: input,
    answer: options,
    sessionless: true,
  })
  const response = await startRegistration({ optionsJSON: content.options }).catch((thrown: unknown) => {
    throw toPasskeyProblem(thrown, 'registration')
  })
  const body = { token: input.token, response }
  const path = '/api/join/verify'
  const joined = await callApi({ method: 'POST', path, body, answer: sessionSchema, sessionless: true })
  rememberPasskey(response.id)
  enter(joined.content)
}

/** Makes whoever is signed in a member of one more organization, and goes on there. */
export async function acceptInvitation(token: string): Promise<void> {
  const path = '/api/join/accept'
  enter((await callApi({ method: 'POST', path, body: { token }, answer: sessionSchema })).content)
}

function enter(session: z.infer<typeof sessionSchema>): void {
  if (!session.signedIn) return
  broadcast({ kind: 'signed-in', adminId: session.admin.id, organizationId: session.organization.id })
  reloadApp()
}
