import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { setupOptionsRequestSchema } from '#protocol/console/setup.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { EnrolForm } from '#web/console/features/session/enrol-form.tsx'
import { useLinkToken, enrolAdministrator } from '#web/console/features/session/passkey-forms.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { AuthTitle } from './auth-title.tsx'

export function SetupPage(): ReactElement {
  const setupToken = useLinkToken()
  const session = useQuery(sessionQuery())
  const navigate = useNavigate()
  const [isEnrolled, setIsEnrolled] = useState(false)
  const queryClient = useQueryClient()
  const enter = async () => {
    // The session becomes "signed in" in a moment. Until then the page must not show "already set up".
    setIsEnrolled(true)
    await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    await navigate(paths.overview.href(), { replace: true })
  }
  const isSetUp = !isEnrolled && (session.data?.signedIn === true || session.data?.setupRequired === false)
  return (
    <>
      <AuthTitle tab={t('Set up')}>{isSetUp ? t('Already set up') : t('Set up your console')}</AuthTitle>
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
