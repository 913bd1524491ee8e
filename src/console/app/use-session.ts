import { useQuery } from '@tanstack/react-query'
import { sessionQuery, type SignedInSession } from '#console/lib/session.query.ts'

/** The signed-in session; only for what stands inside `RequireSession`. */
export function useSession(): SignedInSession {
  const { data } = useQuery(sessionQuery())
  if (data?.signedIn !== true) throw new Error('useSession stands outside RequireSession')
  return data
}
