import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, type ReactElement } from 'react'
import type { Session } from '#protocol/console/console-session.ts'
import { JOIN_ENDPOINTS } from '#protocol/console/join-endpoints.ts'
import { SIGN_IN_ENDPOINTS } from '#protocol/console/sign-in-endpoints.ts'
import { type JoinInvitation } from '#protocol/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { passkeyObstacle, askForSignIn, makePasskey } from '#web/ui/ask-passkey.ts'
import { storedText } from '#web/ui/stored.ts'
import { t } from '#web/ui/text.ts'
import { broadcastSession, enterOrganization } from './enter-organization.ts'

/**
 * Signs in with the last passkey used in this browser, or with another one. `onSignedIn` runs when the
 * session is known.
 */
export function SignInPanel({ onSignedIn }: { onSignedIn: () => void }): ReactElement {
  const queryClient = useQueryClient()
  const made = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      broadcastSession(await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 }))
      onSignedIn()
    },
  })
  const [obstacle] = useState(passkeyObstacle)
  const [lastPasskey] = useState(rememberedPasskey)
  if (obstacle !== null) return <ProblemPanel error={obstacle} />
  return (
    <div className="flex flex-col gap-4">
      <ProblemPanel error={made.error} />
      <div className="flex flex-col gap-2">
        <Button
          tone="primary"
          size="md"
          icon="passkey"
          pending={made.isPending}
          onClick={() => made.mutate(lastPasskey)}
          className="w-full"
          autoFocus
        >
          {made.isPending ? t('Waiting for your passkey') : t('Sign in with a passkey')}
        </Button>
        {lastPasskey !== null && (
          <Button
            tone="quiet"
            size="md"
            disabled={made.isPending}
            onClick={() => made.mutate(null)}
            className="w-full"
          >
            {t('Use another passkey')}
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * Signs the administrator in with the passkey of this id, or with any passkey if `null`. The response sets
 * the session cookie.
 */
async function signIn(passkeyId: string | null): Promise<void> {
  const { options, nonce } = await consoleApi.call(SIGN_IN_ENDPOINTS.beginSignIn)
  const allowed =
    passkeyId === null ? {} : { allowCredentials: [{ id: passkeyId, type: 'public-key' as const }] }
  const response = await askForSignIn({ options: { ...options, ...allowed }, nonce })
  await consoleApi.call(SIGN_IN_ENDPOINTS.finishSignIn, { body: { response: { ...response } } })
  stored.write(response.id)
}

/**
 * Id of the last passkey used in this browser, which is not a secret. Wallets of this site have passkeys too,
 * and without the id the browser would offer all of them.
 */
const stored = storedText('latchkey-admin-passkey')

function rememberedPasskey(): string | null {
  const id = stored.read()
  return id !== null && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null
}

/**
 * The token of a one-time link. The token is in the URL fragment, which is never sent to a server or logged. The
 * fragment is removed from the address bar and the history immediately.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  useEffect(() => {
    const { history, location } = window
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
    // A link opened on the same page changes only the fragment.
    const reload = () => location.reload()
    window.addEventListener('hashchange', reload)
    return () => window.removeEventListener('hashchange', reload)
  }, [])
  return token
}

/** Creates the first administrator's passkey with the token of the setup link, and signs them in. */
export async function enrolAdministrator(input: { setupToken: string; name: string }): Promise<void> {
  const { options } = await consoleApi.call(SIGN_IN_ENDPOINTS.beginSetup, { body: input })
  const response = await makePasskey(options)
  const body = { setupToken: input.setupToken, response: { ...response } }
  await consoleApi.call(SIGN_IN_ENDPOINTS.finishSetup, { body })
  stored.write(response.id)
}

/** Reads an invitation without using it up. */
export function readInvitation(token: string, signal: AbortSignal): Promise<JoinInvitation> {
  return consoleApi.call(JOIN_ENDPOINTS.readInvitation, { body: { token }, signal })
}

/**
 * Creates a person from an invitation and signs them in. @throws ApiError, or ReadableError if the prompt was
 * closed
 */
export async function joinBy(input: { token: string; name: string }): Promise<void> {
  const { options } = await consoleApi.call(JOIN_ENDPOINTS.beginJoin, { body: input })
  const response = await makePasskey(options)
  const body = { token: input.token, response: { ...response } }
  enterWith(response.id, await consoleApi.call(JOIN_ENDPOINTS.finishJoin, { body }))
}

/**
 * Creates another passkey with a recovery code or link and signs its owner in. @throws the same errors as
 * `joinBy`
 */
export async function recoverBy(input: { token: string }): Promise<void> {
  const { options } = await consoleApi.call(JOIN_ENDPOINTS.beginAccountRecovery, { body: input })
  const response = await makePasskey(options)
  const body = { token: input.token, response: { ...response } }
  enterWith(response.id, await consoleApi.call(JOIN_ENDPOINTS.finishAccountRecovery, { body }))
}

function enterWith(passkeyId: string, session: Session): void {
  stored.write(passkeyId)
  if (session.signedIn) enterOrganization(session)
}

/** Starts sign-in at the identity provider. */
export const beginProviderSignIn = (): Promise<{ url: string }> =>
  consoleApi.call(SIGN_IN_ENDPOINTS.beginProviderSignIn)

/**
 * Signs in, or links the signed-in person's account, with the identity provider's response in this page's
 * address. Removes the response from the address immediately.
 */
export async function finishAtProvider(): Promise<Session | { linked: true } | undefined> {
  const { history, location } = window
  const query = location.search.slice(1)
  if (query === '') return undefined
  history.replaceState(history.state, '', location.pathname)
  return consoleApi.call(SIGN_IN_ENDPOINTS.finishIdentity, { body: { query } })
}

/** Adds the signed-in person to another organization and switches to it. */
export async function acceptInvitation(token: string): Promise<void> {
  const session = await consoleApi.call(JOIN_ENDPOINTS.acceptInvitation, { body: { token } })
  if (session.signedIn) enterOrganization(session)
}
