import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { passkeyObstacle, askPasskey, makePasskey } from '#web/ui/ask-passkey.ts'
import { t } from '#web/ui/text.ts'
import { broadcastSession, enterOrganization } from './enter-organization.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import * as z from 'zod/mini'
import { requestOptionsSchema, creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { storedText } from '#web/ui/stored.ts'
import { TextField } from '#web/console/components/field.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { sessionSchema } from '#protocol/console-api.ts'
import { identityResultSchema, joinInvitationSchema, type JoinInvitation } from '#protocol/members.ts'

/** Signs in with the passkey used here last, or with another one. */
export function SignInPanel({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn(onSignedIn)
  const [obstacle] = useState(passkeyObstacle)
  const [lastPasskey] = useState(rememberedPasskey)
  if (obstacle !== null) return <ProblemPanel error={obstacle} />
  return (
    <div className="flex flex-col gap-4">
      <ProblemPanel error={signIn.error} />
      <div className="flex flex-col gap-2">
        <Button
          tone="primary"
          size="md"
          icon="passkey"
          pending={signIn.isPending}
          onClick={() => signIn.mutate(lastPasskey)}
          className="w-full"
          autoFocus
        >
          {signIn.isPending ? t('Waiting for your passkey') : t('Sign in with a passkey')}
        </Button>
        {lastPasskey !== null && (
          <Button
            tone="quiet"
            size="md"
            disabled={signIn.isPending}
            onClick={() => signIn.mutate(null)}
            className="w-full"
          >
            {t('Use another passkey')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Signs in and refetches the session; `onSignedIn` runs when it is known. */
function useSignIn(onSignedIn: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      const session = await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
      broadcastSession(session)
      onSignedIn()
    },
  })
}

/**
 * Signs the administrator in with the passkey of this id, or with any that they choose (`null`);
 * the answer sets the session's cookie.
 */
export async function signIn(passkeyId: string | null): Promise<void> {
  const { options } = await callApi({
    method: 'POST',
    path: '/api/sign-in/options',
    answer: z.object({ options: requestOptionsSchema }),
    sessionless: true,
  })
  const response = await askPasskey({
    ...options,
    ...(passkeyId !== null && { allowCredentials: [{ id: passkeyId, type: 'public-key' }] }),
  })
  await callApi({
    method: 'POST',
    path: '/api/sign-in/verify',
    body: { response },
    answer: z.unknown(),
    sessionless: true,
  })
  rememberPasskey(response.id)
}

/**
 * The last passkey of this browser: its id, which is no secret. Wallets of this site have
 * passkeys too, and without it the browser would offer all of them.
 */
const stored = storedText('latchkey-admin-passkey')

export function rememberedPasskey(): string | null {
  const id = stored.read()
  return id !== null && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null
}

export function rememberPasskey(id: string): void {
  stored.write(id)
}

/**
 * The token of a one-time link, which is in the fragment: that is never sent to a server or logged. It is removed from
 * the address bar and the history at once.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  useEffect(() => {
    const { history, location } = window
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
    // A link that is opened on this very page changes the fragment only.
    const reload = () => location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
  return token
}

type EnrolFormProps = {
  nameSchema: z.ZodMiniType<string, string>
  /** The button's label. */
  action: string
  send: (name: string) => Promise<void>
  onDone?: () => Promise<void>
}

/** For a person without a passkey here: asks for the name and creates the passkey. */
export function EnrolForm({ nameSchema, action, send, onDone }: EnrolFormProps) {
  const [obstacle] = useState(passkeyObstacle)
  const { field, submit, problem, isPending, isSuccess } = useSchemaForm(z.object({ name: nameSchema }), {
    defaultValues: { name: '' },
    send: ({ name }) => send(name),
    onDone: () => onDone?.(),
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label={t('Your name')}
        hint={t('Displayed in the console and in your passkey manager.')}
        autoComplete="name"
        autoFocus
        {...field('name')}
      />
      <ProblemPanel error={obstacle ?? problem} />
      {obstacle === null && (
        <Button type="submit" tone="primary" size="md" icon="passkey" pending={isPending || isSuccess}>
          {isPending ? t('Waiting for your passkey') : action}
        </Button>
      )}
    </form>
  )
}

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

/** Creates one more passkey of the person whose recovery code or link it is, and signs them in. */
export async function recover(token: string): Promise<void> {
  const response = await createPasskey('/api/recover/options', { token })
  const path = '/api/recover/verify'
  const body = { token, response }
  const session = await callApi({ method: 'POST', path, body, answer: sessionSchema, sessionless: true })
  rememberPasskey(response.id)
  if (session.signedIn) enterOrganization(session)
}

/**
 * Signs in, or links the signed-in person's account, with the identity provider's answer in this page's address; it is
 * removed from there at once.
 */
export async function finishAtProvider(): Promise<{ linked?: true | undefined } | undefined> {
  const { history, location } = window
  const query = location.search.slice(1)
  if (query === '') return undefined
  history.replaceState(history.state, '', location.pathname)
  const path = '/api/identity'
  return callApi({ method: 'POST', path, body: { query }, answer: identityResultSchema, sessionless: true })
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
