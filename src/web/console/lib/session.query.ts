import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ACCOUNT_ENDPOINTS } from '#protocol/console/account-endpoints.ts'
import type { Session, SessionEnd } from '#protocol/console/console-session.ts'
import { OWN_PASSKEY_ENDPOINTS } from '#protocol/console/own-passkey-endpoints.ts'
import { SESSION_ENDPOINTS } from '#protocol/console/session-endpoints.ts'
import type { ProviderSignIn } from '#protocol/members.ts'
import { consoleApi } from './api.ts'
import type { RowQuery, DataQuery } from './row-query.ts'
import { showOrganization } from './shown-organization.ts'

export type SignedInSession = Extract<Session, { signedIn: true }>

/** The signed-out session. `ended` is undefined if the reason is unknown. */
export function signedOut(ended?: SessionEnd): Session {
  return { signedIn: false, setupRequired: false, ...(ended && { ended }) }
}

export const readSession = (how: { signal?: AbortSignal } = {}): Promise<Session> =>
  consoleApi.call(SESSION_ENDPOINTS.getSession, how)

export const sessionQuery = (): DataQuery<Session> =>
  queryOptions<Session>({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const session = await readSession({ signal })
      if (session.signedIn) showOrganization(session.organization.id)
      return session
    },
    // Every action that changes the session, such as signing in or renaming, updates or refetches this query.
    staleTime: Infinity,
    gcTime: Infinity,
  })

/**
 * The session with which `RequireSession` rendered its pages. Pages do not read it from the cache, which
 * changes shortly before they are rendered again. A render in between would find no session.
 */
export const SessionContext = createContext<SignedInSession | undefined>(undefined)

/** The signed-in session. Works only inside `RequireSession`. */
export function useSession(): SignedInSession {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession must be used inside RequireSession')
  return session
}

/** The deployment's identity provider and the signed-in person's account there. */
export const identityQuery = (): RowQuery<typeof ACCOUNT_ENDPOINTS.getOwnIdentity> =>
  consoleApi.query(['identity'], ACCOUNT_ENDPOINTS.getOwnIdentity)

/** Sends the browser to the identity provider, which sends it back to the console. */
export async function goToProvider(begin: () => Promise<ProviderSignIn>): Promise<void> {
  const { url } = await begin()
  window.location.assign(url)
}

/** Number of unused recovery codes of the signed-in person. */
export const recoveryCodesQuery = (): RowQuery<typeof OWN_PASSKEY_ENDPOINTS.countRecoveryCodes> =>
  consoleApi.query(['recovery-codes'], OWN_PASSKEY_ENDPOINTS.countRecoveryCodes)
