import { createContext, useContext } from 'react'
import type { SignedInSession } from '#web/console/lib/session.query.ts'

/**
 * What `RequireSession` has drawn its pages with. Not read from the cache by each of them: that changes a moment before
 * the pages are told, and one that is drawn meanwhile would find nobody signed in.
 */
export const SessionContext = createContext<SignedInSession | undefined>(undefined)

/** The signed-in session; only for what stands inside `RequireSession`. */
export function useSession(): SignedInSession {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession stands outside RequireSession')
  return session
}
