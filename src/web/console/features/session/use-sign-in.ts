import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { broadcast } from '#web/console/lib/tabs.ts'
import { signIn } from './sign-in.ts'

/** Signs in and reads the session again; `onSignedIn` runs when the console knows who it is. */
export function useSignIn(onSignedIn: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      const session = await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
      if (session.signedIn) {
        const { admin, organization } = session
        broadcast({ kind: 'signed-in', adminId: admin.id, organizationId: organization.id })
      }
      onSignedIn()
    },
  })
}
