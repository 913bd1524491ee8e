import { useQueryClient, useQuery, useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ACCOUNT_ENDPOINTS } from '#protocol/console/account-endpoints.ts'
import { renamePersonRequestSchema, type OwnSession } from '#protocol/members.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, ListRow, Skeleton, SkeletonRows } from '#web/console/components/card.tsx'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ChangeButton } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Together } from '#web/console/components/together.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { displayName } from '#web/console/lib/display.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import {
  useSession,
  signedOut,
  sessionQuery,
  goToProvider,
  identityQuery,
} from '#web/console/lib/session.query.ts'
import { broadcast } from '#web/console/lib/tabs.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCard } from './recovery-codes-card.tsx'

/** Settings of the signed-in person, not of an organization. */
export function AccountPage(): ReactElement {
  const { admin } = useSession()
  return (
    <Page title={t('Your account')}>
      <Together>
        <NameCard name={admin.name} />
        <PasskeysCard />
        <RecoveryCard />
        <IdentityCard />
        <SessionsCard />
      </Together>
    </Page>
  )
}

/** The person's name, shown to other members and in the audit log. */
function NameCard({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const { form, field, frame, isSaved } = useSchemaForm(renamePersonRequestSchema, {
    defaultValues: { name },
    send: (values) => consoleApi.call(ACCOUNT_ENDPOINTS.renamePerson, { body: { name: values.name.trim() } }),
    onDone: async (session) => {
      queryClient.setQueryData(sessionQuery().queryKey, session)
      if (session.signedIn) form.reset({ name: session.admin.name })
      await queryClient.invalidateQueries({ queryKey: ['members'] })
    },
  })
  return (
    <Card title={t('Your name')}>
      <Form {...frame} action={t('Save')} status={isSaved ? t('Saved') : ''} className="max-w-form gap-4">
        <TextField
          label={t('Name')}
          hint={t('Visible to the other members. Existing audit log entries keep the old name.')}
          autoComplete="name"
          {...field('name')}
        />
      </Form>
    </Card>
  )
}

/** The link to the deployment's identity provider, if there is one. */
function IdentityCard() {
  const identity = useQuery(secondary('identity', identityQuery()))
  const { provider = null, linked = null } = identity.data ?? {}
  if (identity.isPending) return <Skeleton className="h-24 w-full rounded-lg" />
  if (provider === null) return null
  const link = () => goToProvider(() => consoleApi.call(ACCOUNT_ENDPOINTS.beginIdentityLink))
  const unlink = () => consoleApi.call(ACCOUNT_ENDPOINTS.unlinkIdentity)
  return (
    <Card
      title={t('Sign in with {provider}', { provider })}
      note={
        linked === null
          ? t(
              'Link your account to sign in on devices without your passkey. Changes still require the passkey.',
            )
          : t('Signs you in on devices without your passkey. Changes still require the passkey.')
      }
      actions={
        <ChangeButton change={linked === null ? link : unlink} list={identityQuery().queryKey}>
          {linked === null ? t('Link account') : t('Unlink account')}
        </ChangeButton>
      }
    >
      <p>
        {linked === null ? (
          t('No account is linked.')
        ) : (
          <Rich
            text="{label}, linked {when}"
            parts={{ label: linked.label, when: <TimeAgo datetime={linked.sinceDatetime} /> }}
          />
        )}
      </p>
    </Card>
  )
}

function SessionsCard() {
  const sessions = useQuery(ownSessionsQuery())
  return (
    <Card
      title={t('Sessions')}
      note={t('Where you are signed in. End any session you do not recognize, then check your passkeys.')}
      actions={
        <DialogButton icon="signOut" dialog={(close) => <SignOutEverywhereDialog onClose={close} />}>
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
            of={device}
            change={() =>
              consoleApi.call(ACCOUNT_ENDPOINTS.endOwnSession, { params: { sessionId: session.id } })
            }
            list={ownSessionsQuery().queryKey}
          >
            {t('End')}
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

const ownSessionsQuery = () => consoleApi.query(['own-sessions'], ACCOUNT_ENDPOINTS.listOwnSessions)

function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const leave = useMutation({
    mutationFn: () => consoleApi.call(ACCOUNT_ENDPOINTS.signOutEverywhere),
    onSuccess: () => {
      const ended = { reason: 'signed-out-everywhere' } as const
      broadcast({ kind: 'signed-out', ended })
      queryClient.setQueryData(sessionQuery().queryKey, signedOut(ended))
    },
  })
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
