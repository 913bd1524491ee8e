import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { sessionSchema, type Session, type SessionEnd } from '#protocol/console-api.ts'
import { callApi, pathQuery } from './api.ts'
import { showOrganization } from './shown-organization.ts'
import { ownIdentitySchema, providerSignInSchema, recoveryCodesLeftSchema } from '#protocol/members.ts'

export type SignedInSession = Extract<Session, { signedIn: true }>

/** The session after it ended; undefined for an unknown reason. */
export function signedOut(ended?: SessionEnd): Session {
  return { signedIn: false, setupRequired: false, ...(ended && { ended }) }
}

export const readSession = (how: { signal?: AbortSignal } = {}) =>
  callApi({ ...how, method: 'GET', path: '/api/session', answer: sessionSchema, sessionless: true })

export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const session = await readSession({ signal })
      if (session.signedIn) showOrganization(session.organization.id)
      return session
    },
    // Only signing in, signing out and the session gate change it, and they update it.
    staleTime: Infinity,
    gcTime: Infinity,
  })

/**
 * The session with which `RequireSession` rendered its pages. Not read from the cache by each of them: that changes a
 * moment before the pages are rendered again, and a render in between would find no session.
 */
export const SessionContext = createContext<SignedInSession | undefined>(undefined)

/** The signed-in session; only inside `RequireSession`. */
export function useSession(): SignedInSession {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession stands outside RequireSession')
  return session
}

/** The deployment's identity provider, and the signed-in person's account there. */
export const identityQuery = () => pathQuery(['identity'], '/api/account/identity', ownIdentitySchema)

/** Leaves the console for the identity provider, which sends the browser back to it. */
export async function goToProvider(path: '/api/sign-in/provider' | '/api/account/identity'): Promise<void> {
  const sessionless = path === '/api/sign-in/provider'
  const { url } = await callApi({ method: 'POST', path, body: {}, answer: providerSignInSchema, sessionless })
  window.location.assign(url)
}

/** Number of unused recovery codes of the signed-in person. */
export const recoveryCodesQuery = () =>
  pathQuery(['recovery-codes'], '/api/account/recovery-codes', recoveryCodesLeftSchema)
