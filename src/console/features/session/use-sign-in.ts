import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from './get-session.query.ts'
import { signIn } from './sign-in.ts'

/** Signs in and reads the session again; `onSignedIn` runs when the console knows who it is. */
export function useSignIn(onSignedIn: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
      onSignedIn()
    },
  })
}
