import { SCOPES } from '#shared/baas/scopes.ts'
import type { ApiKey } from '#shared/org/api-keys.ts'
import { Badge, Chip, type BadgeTone } from '#console/components/badge.tsx'
import { Button } from '#console/components/button.tsx'
import { Cell, HeadCell, Row, Table } from '#console/components/table.tsx'
import { TimeAgo } from '#console/components/time-ago.tsx'
import { useNow } from '#console/lib/use-now.ts'
import { keyStatus, type KeyStatus } from './key-status.ts'

type ApiKeysTableProps = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }

export function ApiKeysTable({ keys, onRevoke }: ApiKeysTableProps) {
  return (
    <Table label="API keys, newest first">
      <thead>
        <tr>
          <HeadCell>Key</HeadCell>
          <HeadCell className="hidden xl:table-cell">Scopes</HeadCell>
          <HeadCell className="hidden md:table-cell">Last used</HeadCell>
          <HeadCell className="hidden lg:table-cell">Created</HeadCell>
          <HeadCell className="hidden sm:table-cell">Status</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
        ))}
      </tbody>
    </Table>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const status = keyStatus(apiKey, useNow())
  return (
    <Row>
      <Cell className="align-top">
        <p className="font-medium [overflow-wrap:anywhere]">{apiKey.label}</p>
        <p className="font-mono text-xs text-muted">{apiKey.start}…</p>
        <div className="mt-2 xl:hidden">
          <Scopes apiKey={apiKey} />
        </div>
        <p className="mt-2 text-sm text-muted md:hidden">
          Last used <LastUsed apiKey={apiKey} />
        </p>
        <div className="mt-2 sm:hidden">
          <Status status={status} apiKey={apiKey} />
        </div>
      </Cell>
      <Cell className="hidden max-w-80 align-top xl:table-cell">
        <Scopes apiKey={apiKey} />
      </Cell>
      <Cell className="hidden align-top text-sm text-muted md:table-cell">
        <LastUsed apiKey={apiKey} />
      </Cell>
      <Cell className="hidden align-top text-sm text-muted lg:table-cell">
        <TimeAgo datetime={apiKey.createdAtDatetime} />
      </Cell>
      <Cell className="hidden align-top sm:table-cell">
        <Status status={status} apiKey={apiKey} />
      </Cell>
      <Cell className="text-right align-top">
        {status !== 'revoked' && (
          <Button onClick={onRevoke}>
            Revoke<span className="sr-only"> {apiKey.label}</span>
          </Button>
        )}
      </Cell>
    </Row>
  )
}

function Scopes({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.scopes.length === SCOPES.length) return <Chip>all scopes</Chip>
  return (
    <span className="flex flex-wrap gap-1">
      {apiKey.scopes.map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
    </span>
  )
}

function LastUsed({ apiKey }: { apiKey: ApiKey }) {
  return apiKey.lastUsedAtDatetime === null ? 'never' : <TimeAgo datetime={apiKey.lastUsedAtDatetime} />
}

const STATUS_LOOKS: Record<KeyStatus, { tone: BadgeTone; label: string }> = {
  active: { tone: 'success', label: 'Active' },
  expired: { tone: 'neutral', label: 'Expired' },
  revoked: { tone: 'neutral', label: 'Revoked' },
}

function Status({ status, apiKey }: { status: KeyStatus; apiKey: ApiKey }) {
  const { tone, label } = STATUS_LOOKS[status]
  return (
    <>
      <Badge tone={tone} dot>
        {label}
      </Badge>
      {status === 'active' && apiKey.expiresAtDatetime !== null && (
        <p className="mt-1 text-xs text-muted">
          Expires <TimeAgo datetime={apiKey.expiresAtDatetime} />
        </p>
      )}
    </>
  )
}
