import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement } from 'react'
import { Navigate } from 'react-router'
import { ButtonLink } from '#web/console/components/button.tsx'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { broadcastSession } from '#web/console/features/session/enter-organization.ts'
import { finishAtProvider } from '#web/console/features/session/passkey-forms.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { AuthTitle } from './auth-title.tsx'

/** Page to which the identity provider returns the browser, after signing in or linking an account. */
export function ProviderReturnPage(): ReactElement {
  const queryClient = useQueryClient()
  const back = useQuery({
    queryKey: ['session', 'identity'],
    queryFn: async () => {
      const finished = await finishAtProvider()
      if (finished === undefined) return paths.signIn.href()
      broadcastSession(await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 }))
      return 'linked' in finished ? paths.account.href() : paths.overview.href()
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (back.data !== undefined) return <Navigate replace to={back.data} />
  return (
    <>
      <AuthTitle tab={t('Sign in')}>{t('Identity provider')}</AuthTitle>
      {back.error === null ? (
        <SkeletonRows rows={1} label={t('Checking the response')} />
      ) : (
        <div className="mt-4 flex flex-col gap-4">
          <ProblemPanel error={back.error} />
          <ButtonLink tone="primary" size="md" to={paths.signIn.href()} className="w-full">
            {t('Go to sign in')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}
