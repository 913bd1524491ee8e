import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnSession, ownSessionListSchema } from '#protocol/members.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { displayName } from '#web/console/lib/display-names.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'
import * as z from 'zod/mini'
import { broadcast } from '#web/console/lib/tabs.ts'
import { DialogActions, Dialog } from '#web/console/components/dialog.tsx'

export function SessionsCard({ onSignedOut }: { onSignedOut: () => void }) {
  const sessions = useQuery(ownSessionsQuery())
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card
      title={t('Sessions')}
      note={t('Where you are signed in. End any session you do not recognize, then check your passkeys.')}
      actions={
        <Button icon="signOut" onClick={() => setIsAsking(true)}>
          {t('Sign out everywhere')}
        </Button>
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
      {isAsking && <SignOutEverywhereDialog onSignedOut={onSignedOut} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const end = useChange(() => endOwnSession(session.id), ownSessionsQuery().queryKey)
  const device = deviceName(session)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <Icon name="device" className="size-5 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {device}
          {session.isCurrent && <Badge tone="info">{t('This browser')}</Badge>}
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {[displayName(session.organization), session.ipAddress].filter((part) => part !== null).join(' · ')}
        </p>
        <p className="text-sm text-muted">
          <Rich
            text="Last seen {seen}, signed in {begun}"
            parts={{
              seen: <TimeAgo datetime={session.lastSeenAtDatetime} />,
              begun: <TimeAgo datetime={session.createdAtDatetime} />,
            }}
          />
        </p>
        <ProblemPanel error={end.error} />
      </div>
      {!session.isCurrent && (
        <Button pending={end.isPending} onClick={() => end.mutate()}>
          {t('End')}
          <span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}

function deviceName({ browser, system }: OwnSession): string {
  if (browser !== null && system !== null) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('Unknown browser')
}

const ownSessionsQuery = () => pathQuery(['own-sessions'], '/api/account/sessions', ownSessionListSchema)

async function endOwnSession(sessionId: string): Promise<void> {
  const path = `/api/account/sessions/${encodeURIComponent(sessionId)}`
  await callApi({ method: 'DELETE', path, answer: z.unknown() })
}

/** Ends all of the person's sessions, this one too. */
async function signOutEverywhere(): Promise<void> {
  await callApi({ method: 'POST', path: '/api/account/sign-out-everywhere', answer: z.unknown() })
  broadcast({ kind: 'signed-out' })
}

type SignOutEverywhereDialogProps = { onSignedOut: () => void; onClose: () => void }

function SignOutEverywhereDialog({ onSignedOut, onClose }: SignOutEverywhereDialogProps) {
  const leave = useMutation({ mutationFn: signOutEverywhere, onSuccess: onSignedOut })
  return (
    <Dialog
      title={t('Sign out everywhere?')}
      purpose={t('All your sessions end immediately, in every browser and organization, including this one.')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <ProblemPanel error={leave.error} />
        <DialogActions
          action={t('Sign out everywhere')}
          tone="danger"
          pending={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
