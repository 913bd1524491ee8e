import { Link } from 'react-router'
import type { ApiKey } from '#protocol/api-keys.ts'
import { Button } from '#web/console/components/button.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { Cell, HeadCell, Row, ROW_LINK, Table } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { KeyStatusMark, LastUsed, OwnKeyMark, useIsOwnKey, ScopeChips } from './key-marks.tsx'
import { keyLabel, keyOwner, keyStatus, unusedScopes } from './describe-key.ts'

type ApiKeysTableProps = {
  keys: readonly ApiKey[]
  /** Absent without permission. */
  onRevoke?: ((key: ApiKey) => void) | undefined
}

export function ApiKeysTable({ keys, onRevoke }: ApiKeysTableProps) {
  return (
    <Table label={t('API keys, newest first')}>
      <thead>
        <tr>
          <HeadCell>{t('Key')}</HeadCell>
          <HeadCell className="hidden xl:table-cell">{t('Scopes')}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{t('Owner')}</HeadCell>
          <HeadCell className="hidden md:table-cell">{t('Last used')}</HeadCell>
          <HeadCell className="hidden xl:table-cell">{t('Created')}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{t('Expires')}</HeadCell>
          <HeadCell className="hidden sm:table-cell">{t('Status')}</HeadCell>
          {onRevoke && (
            <HeadCell>
              <span className="sr-only">{t('Actions')}</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={onRevoke} />
        ))}
      </tbody>
    </Table>
  )
}

type KeyRowProps = { apiKey: ApiKey; onRevoke: ApiKeysTableProps['onRevoke'] }

function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const status = keyStatus(apiKey, useNow())
  const label = keyLabel(apiKey)
  const isOwn = useIsOwnKey(apiKey.id)
  return (
    <Row linked>
      <Cell className="align-top">
        <Link to={paths.apiKey.href(apiKey.id)} className={`${ROW_LINK} [overflow-wrap:anywhere]`}>
          {label}
        </Link>
        <p className="font-mono text-xs text-muted">{apiKey.start}…</p>
        <p className="mt-1 empty:hidden">
          <OwnKeyMark keyId={apiKey.id} />
        </p>
        <UnusedNote apiKey={apiKey} />
        <div className="mt-2 xl:hidden">
          <ScopeChips scopes={apiKey.scopes} />
        </div>
        <div className="mt-2 text-sm text-muted md:hidden">
          <Rich text="Last used {when}" parts={{ when: <LastUsed apiKey={apiKey} /> }} />
        </div>
        <div className="mt-2 sm:hidden">
          <KeyStatusMark apiKey={apiKey} />
        </div>
      </Cell>
      <Cell className="hidden max-w-64 align-top xl:table-cell">
        <ScopeChips scopes={apiKey.scopes} />
      </Cell>
      <Cell className="hidden align-top text-sm [overflow-wrap:anywhere] text-muted lg:table-cell">
        <Owner apiKey={apiKey} />
      </Cell>
      <Cell className="hidden align-top text-sm text-muted md:table-cell">
        <LastUsed apiKey={apiKey} />
      </Cell>
      <Cell className="hidden align-top text-sm text-muted xl:table-cell">
        <TimeAgo datetime={apiKey.createdAtDatetime} />
      </Cell>
      <Cell className="hidden align-top text-sm text-muted lg:table-cell">
        {apiKey.expiresAtDatetime === null ? t('Never') : <TimeAgo datetime={apiKey.expiresAtDatetime} />}
      </Cell>
      <Cell className="hidden align-top sm:table-cell">
        <KeyStatusMark apiKey={apiKey} />
      </Cell>
      {onRevoke && (
        <Cell className="text-right align-top">
          {status !== 'revoked' && !isOwn && (
            <Button className="relative z-10" onClick={() => onRevoke(apiKey)}>
              {t('Revoke')}
              <span className="sr-only"> {label}</span>
            </Button>
          )}
        </Cell>
      )}
    </Row>
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
