import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { setupOptionsRequestSchema } from '#protocol/console-api.ts'
import { EnrolForm, useLinkToken, enrolAdministrator } from '#web/console/features/session/enrol-form.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function SetupPage() {
  const setupToken = useLinkToken()
  const session = useQuery(sessionQuery())
  const navigate = useNavigate()
  const [isEnrolled, setIsEnrolled] = useState(false)
  const queryClient = useQueryClient()
  const enter = async () => {
    // The session is about to become "signed in"; this page must not show "already set up" meanwhile.
    setIsEnrolled(true)
    await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    await navigate(paths.overview.href(), { replace: true })
  }
  const isSetUp = !isEnrolled && (session.data?.signedIn === true || session.data?.setupRequired === false)
  return (
    <>
      <title>{`${t('Set up')} · Latchkey`}</title>
      <h1 className="text-xl font-strong tracking-tight">
        {isSetUp ? t('Already set up') : t('Set up your console')}
      </h1>
      {isSetUp ? (
        <>
          <p className="mt-1 mb-6 text-muted">
            {t('This console has an administrator. The setup link works only once.')}
          </p>
          <ButtonLink tone="primary" size="md" to={paths.overview.href()} className="w-full">
            {session.data?.signedIn === true ? t('Go to the overview') : t('Go to sign in')}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="mt-1 mb-6 text-muted">
            {t(
              'You are its first administrator. You sign in with a passkey on this device or a security key.',
            )}
          </p>
          <ProblemPanel error={session.error} onRetry={session.refetch} pending={session.isFetching} />
          {setupToken === '' ? (
            <Notice tone="warning" title={t('The link is incomplete')}>
              {t(
                'Open the setup link again, exactly as the server printed it, including the part after the # sign.',
              )}
            </Notice>
          ) : (
            <EnrolForm
              nameSchema={setupOptionsRequestSchema.shape.name}
              action={t('Create passkey')}
              send={(name) => enrolAdministrator({ setupToken, name })}
              onDone={enter}
            />
          )}
        </>
      )}
    </>
  )
}
