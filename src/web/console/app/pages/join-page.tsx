import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { joinOptionsRequestSchema } from '#protocol/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { EnrolForm } from '#web/console/features/session/enrol-form.tsx'
import {
  SignInPanel,
  useLinkToken,
  acceptInvitation,
  readInvitation,
  joinBy,
} from '#web/console/features/session/passkey-forms.tsx'
import { displayName, roleName } from '#web/console/lib/display.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { AuthTitle } from './auth-title.tsx'
import { LeavingButton } from './leaving-button.tsx'

export function JoinPage(): ReactElement {
  const token = useLinkToken()
  return (
    <>
      <AuthTitle tab={t('Join')}>{t('Your invitation')}</AuthTitle>
      {token === '' ? (
        <Notice className="mt-4" tone="warning" title={t('The link is incomplete')}>
          {t('Open the invitation again, exactly as you received it, including the part after the # sign.')}
        </Notice>
      ) : (
        <Invitation token={token} />
      )}
    </>
  )
}

function Invitation({ token }: { token: string }) {
  const invitation = useQuery({
    queryKey: ['invitation-link'],
    queryFn: ({ signal }) => readInvitation(token, signal),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Loaded query={invitation} skeleton={<SkeletonRows rows={2} label={t('Loading the invitation')} />}>
      {({ organization, role, invitedBy }) => (
        <>
          <p className="mt-1 mb-6 text-muted [overflow-wrap:anywhere]">
            <Rich
              text="{name} invited you to {organization}. Your role: {role}."
              parts={{
                name: displayName(invitedBy),
                organization: <strong className="font-strong text-ink">{displayName(organization)}</strong>,
                role: roleName(role),
              }}
            />
          </p>
          <Ways token={token} />
        </>
      )}
    </Loaded>
  )
}

/** Lets a new person create a passkey, or a person with a passkey sign in. */
function Ways({ token }: { token: string }) {
  const session = useQuery(sessionQuery())
  const [hasPasskey, setHasPasskey] = useState(false)
  if (session.data?.signedIn === true)
    return (
      <div className="flex flex-col gap-4">
        <LeavingButton tone="primary" icon="passkey" run={() => acceptInvitation(token)}>
          {t('Join as {name}', { name: displayName(session.data.admin.name) })}
        </LeavingButton>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey ? (
        <SignInPanel onSignedIn={() => undefined} />
      ) : (
        <EnrolForm
          nameSchema={joinOptionsRequestSchema.shape.name}
          action={t('Create passkey and join')}
          send={(name) => joinBy({ token, name })}
        />
      )}
      <Button tone="quiet" size="md" onClick={() => setHasPasskey(!hasPasskey)}>
        {hasPasskey ? t('I am new') : t('I already have a passkey')}
      </Button>
    </div>
  )
}
