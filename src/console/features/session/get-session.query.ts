import { queryOptions } from '@tanstack/react-query'
import { sessionSchema, type Session } from '#shared/org/console-api.ts'
import { callApi } from '#console/lib/api.ts'

export type SignedInSession = Extract<Session, { signedIn: true }>

export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({
        method: 'GET',
        path: '/api/session',
        answer: sessionSchema,
        signal,
        sessionless: true,
      })
      return answer.content
    },
    // Signing in, signing out and the session gate tell when it changed; nothing else does.
    staleTime: Infinity,
    gcTime: Infinity,
  })
