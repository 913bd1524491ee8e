import { useMutation, useQuery } from '@tanstack/react-query'
import { type OwnSession, ownSessionListSchema } from '#protocol/members.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, ListRow, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Rich, TimeAgo } from '#web/console/components/values.tsx'
import { displayName } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { runRoute } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'
import { broadcast } from '#web/console/lib/tabs.ts'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { ChangeButton } from '#web/console/components/notice.tsx'

export function SessionsCard({ onSignedOut }: { onSignedOut: () => void }) {
  const sessions = useQuery(ownSessionsQuery())
  return (
    <Card
      title={t('Sessions')}
      note={t('Where you are signed in. End any session you do not recognize, then check your passkeys.')}
      actions={
        <DialogButton
          icon="signOut"
          dialog={(close) => <SignOutEverywhereDialog onSignedOut={onSignedOut} onClose={close} />}
        >
          {t('Sign out everywhere')}
        </DialogButton>
      }
      flush
    >
      <Loaded query={sessions} skeleton={<SkeletonRows rows={2} label={t('Loading your sessions')} />}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const device = deviceName(session)
  return (
    <ListRow
      icon="device"
      title={device}
      badge={session.isCurrent && <Badge tone="info">{t('This browser')}</Badge>}
      actions={
        !session.isCurrent && (
          <ChangeButton
            change={() =>
              runRoute('DELETE /api/account/sessions/:sessionId', { params: { sessionId: session.id } })
            }
            list={ownSessionsQuery().queryKey}
          >
            {t('End')}
            <span className="sr-only"> {device}</span>
          </ChangeButton>
        )
      }
    >
      <p>
        {[displayName(session.organization), session.ipAddress].filter((part) => part !== null).join(' · ')}
      </p>
      <p>
        <Rich
          text="Last seen {seen}, signed in {begun}"
          parts={{
            seen: <TimeAgo datetime={session.lastSeenAtDatetime} />,
            begun: <TimeAgo datetime={session.createdAtDatetime} />,
          }}
        />
      </p>
    </ListRow>
  )
}

function deviceName({ browser, system }: OwnSession): string {
  if (browser !== null && system !== null) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('Unknown browser')
}

const ownSessionsQuery = () => pathQuery(['own-sessions'], '/api/account/sessions', ownSessionListSchema)

/** Ends all of the person's sessions, this one too. */
async function signOutEverywhere(): Promise<void> {
  await runRoute('POST /api/account/sign-out-everywhere')
  broadcast({ kind: 'signed-out' })
}

function SignOutEverywhereDialog({ onSignedOut, onClose }: { onSignedOut: () => void; onClose: () => void }) {
  const leave = useMutation({ mutationFn: signOutEverywhere, onSuccess: onSignedOut })
  return (
    <AskDialog
      title={t('Sign out everywhere?')}
      purpose={t('All your sessions end immediately, in every browser and organization, including this one.')}
      action={t('Sign out everywhere')}
      tone="danger"
      run={leave}
      onClose={onClose}
    />
  )
}
