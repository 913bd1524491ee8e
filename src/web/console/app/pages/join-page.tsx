import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinOptionsRequestSchema } from '#protocol/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import {
  EnrolForm,
  useLinkToken,
  acceptInvitation,
  join,
  readInvitation,
} from '#web/console/features/session/enrol-form.tsx'
import { SignInPanel } from '#web/console/features/session/sign-in-panel.tsx'
import { displayName } from '#web/console/lib/display-names.ts'
import { roleName } from '#web/console/lib/role-words.ts'
import { sessionQuery, type SignedInSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'

export function JoinPage() {
  const token = useLinkToken()
  return (
    <>
      <title>{`${t('Join')} · Latchkey`}</title>
      <h1 className="text-xl font-strong tracking-tight">{t('Your invitation')}</h1>
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
              text="{name} invites you to {organization} as: {role}."
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

/** A new person creates a passkey; an existing one signs in. */
function Ways({ token }: { token: string }) {
  const session = useQuery(sessionQuery())
  const [hasPasskey, setHasPasskey] = useState(false)
  if (session.data?.signedIn === true) return <AcceptInvitation token={token} session={session.data} />
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey ? (
        <SignInPanel onSignedIn={() => undefined} />
      ) : (
        <EnrolForm
          nameSchema={joinOptionsRequestSchema.shape.name}
          action={t('Create passkey and join')}
          send={(name) => join({ token, name })}
        />
      )}
      <Button tone="quiet" size="md" onClick={() => setHasPasskey(!hasPasskey)}>
        {hasPasskey ? t('I am new') : t('I already have a passkey')}
      </Button>
    </div>
  )
}

/** For a signed-in person, who has a passkey already. */
export function AcceptInvitation({ token, session }: { token: string; session: SignedInSession }) {
  const accept = useMutation({ mutationFn: () => acceptInvitation(token) })
  return (
    <div className="flex flex-col gap-4">
      <ProblemPanel error={accept.error} />
      <Button
        tone="primary"
        size="md"
        icon="passkey"
        pending={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate()}
      >
        {t('Join as {name}', { name: displayName(session.admin.name) })}
      </Button>
    </div>
  )
}
