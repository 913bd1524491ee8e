import type { ApiKey } from '#protocol/api-keys.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { DataTable, RowLink } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { KeyStatusMark, LastUsed, OwnKeyMark, useConsoleKey, ScopeChips } from './key-marks.tsx'
import { keyLabel, keyOwner, keyStatus, unusedScopes } from './describe-key.ts'
import { RevokeApiKeyDialog } from './api-key-dialogs.tsx'
import { useMay } from '#web/console/components/if-may.tsx'

export function ApiKeysTable({ keys }: { keys: readonly ApiKey[] }) {
  const { may } = useMay('DELETE /api/org/keys/:keyId')
  return (
    <DataTable
      label={t('API keys, newest first')}
      items={keys}
      keyOf={({ id }) => id}
      className="align-top"
      linked
      columns={[
        { head: t('Key'), cell: (apiKey) => <KeyName apiKey={apiKey} /> },
        {
          head: t('Scopes'),
          from: 'xl',
          className: 'max-w-64',
          cell: ({ scopes }) => <ScopeChips scopes={scopes} />,
          below: ({ scopes }) => <ScopeChips scopes={scopes} />,
        },
        {
          head: t('Owner'),
          from: 'lg',
          className: 'text-sm [overflow-wrap:anywhere] text-muted',
          cell: (apiKey) => <Owner apiKey={apiKey} />,
        },
        {
          head: t('Last used'),
          from: 'md',
          className: 'text-sm text-muted',
          cell: (apiKey) => <LastUsed apiKey={apiKey} />,
          below: (apiKey) => <Rich text="Last used {when}" parts={{ when: <LastUsed apiKey={apiKey} /> }} />,
        },
        {
          head: t('Created'),
          from: 'xl',
          className: 'text-sm text-muted',
          cell: ({ createdAtDatetime }) => <TimeAgo datetime={createdAtDatetime} />,
        },
        {
          head: t('Expires'),
          from: 'lg',
          className: 'text-sm text-muted',
          cell: ({ expiresAtDatetime: end }) => (end === null ? t('Never') : <TimeAgo datetime={end} />),
        },
        {
          head: t('Status'),
          from: 'sm',
          cell: (apiKey) => <KeyStatusMark apiKey={apiKey} />,
          below: (apiKey) => <KeyStatusMark apiKey={apiKey} />,
        },
        may && {
          head: t('Actions'),
          kind: 'actions',
          cell: (apiKey) => <RevokeButton apiKey={apiKey} />,
        },
      ]}
    />
  )
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <RowLink to={paths.apiKey.href(apiKey.id)}>{keyLabel(apiKey)}</RowLink>
      <p className="font-mono text-xs text-muted">{apiKey.start}…</p>
      <p className="mt-1 empty:hidden">
        <OwnKeyMark keyId={apiKey.id} />
      </p>
      <UnusedNote apiKey={apiKey} />
    </>
  )
}

function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
  const isOwn = useConsoleKey(apiKey.id) === 'console'
  const status = keyStatus(apiKey, useNow())
  if (isOwn || status === 'revoked') return null
  return (
    <DialogButton
      className="relative z-10"
      dialog={(close) => <RevokeApiKeyDialog apiKey={apiKey} onClose={close} />}
    >
      {t('Revoke')}
      <span className="sr-only"> {keyLabel(apiKey)}</span>
    </DialogButton>
  )
}

/** The issuer; keys of the deployment itself and of the command line name no person. */
export function Owner({ apiKey }: { apiKey: ApiKey }) {
  return keyOwner(apiKey) ?? t('This deployment')
}

function UnusedNote({ apiKey }: { apiKey: ApiKey }) {
  const unused = unusedScopes(apiKey, useNow())
  if (unused === null) return null
  const scopes = unused.scopes.join(', ')
  return (
    <p className="mt-1 flex max-w-80 items-start gap-1 text-xs text-warning">
      <Icon name="warning" className="mt-0.5 size-3" />
      <span>
        {t('Has {scopes}, never used in {days, plural, one {# day} other {# days}}', {
          scopes,
          days: unused.days,
        })}
      </span>
    </p>
  )
}
