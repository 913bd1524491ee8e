import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SCOPES } from '#protocol/endpoint.ts'
import { CONFIGURED_KEY_ID, type VaultKey } from '#protocol/hosted-upstream.ts'
import { Badge, Chip } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { displayLabel, displayName } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { changeVaultKey, type VaultAction, vaultQuery } from './upstream-requests.ts'

/** One key of the service: its origin, its detected scopes, and its actions. */
export function VaultKeyRow({ vaultKey, onRemove }: { vaultKey: VaultKey; onRemove: () => void }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (action: VaultAction) => changeVaultKey(vaultKey.id, action),
    onSuccess: async (vault) => {
      queries.setQueryData(vaultQuery().queryKey, vault)
      // Another key may read other data.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'vault' })
    },
  })
  const name = nameOf(vaultKey)
  const doing = (action: VaultAction) => change.isPending && change.variables === action
  return (
    <li className="flex flex-col gap-3 px-4 py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="mr-auto min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {name}
            {vaultKey.inUse && (
              <Badge tone="success" dot>
                {t('In use')}
              </Badge>
            )}
          </p>
          <p className="font-mono text-xs text-muted">{vaultKey.start}…</p>
          <p className="mt-1 text-sm text-muted">
            <Origin vaultKey={vaultKey} />
          </p>
        </div>
        <IfMay route="PUT /api/vault/keys/:keyId/use" silent>
          <div className="flex flex-wrap gap-2">
            {!vaultKey.inUse && (
              <Button pending={doing('use')} onClick={() => change.mutate('use')}>
                {t('Use')}
                <span className="sr-only"> {name}</span>
              </Button>
            )}
            <Button pending={doing('check')} onClick={() => change.mutate('check')}>
              {t('Check')}
              <span className="sr-only"> {name}</span>
            </Button>
            {vaultKey.id !== CONFIGURED_KEY_ID && !vaultKey.inUse && (
              <Button onClick={onRemove}>
                {t('Remove')}
                <span className="sr-only"> {name}</span>
              </Button>
            )}
          </div>
        </IfMay>
      </div>
      <SeenScopes vaultKey={vaultKey} />
      <DetectedScopes vaultKey={vaultKey} />
      <ProblemPanel error={change.error} />
    </li>
  )
}

/** The deployment's own key is named by its setting. */
function nameOf(vaultKey: VaultKey): string {
  return vaultKey.id === CONFIGURED_KEY_ID ? t('This deployment’s own key') : displayLabel(vaultKey.label)
}

function Origin({ vaultKey }: { vaultKey: VaultKey }) {
  if (vaultKey.createdAtDatetime === null) {
    return <Rich text="Set by {setting}." parts={{ setting: <code>UPSTREAM_API_KEY</code> }} />
  }
  return (
    <Rich
      text="Added {when} by {who}."
      parts={{
        when: <TimeAgo datetime={vaultKey.createdAtDatetime} />,
        who: displayName(vaultKey.createdBy ?? ''),
      }}
    />
  )
}

/** From answers: a success shows that the key has the endpoint's scope, a refusal that it lacks it. */
function SeenScopes({ vaultKey }: { vaultKey: VaultKey }) {
  const held = vaultKey.scopes.filter((each) => each.held).map(({ scope }) => scope)
  const lacking = vaultKey.scopes.filter((each) => !each.held).map(({ scope }) => scope)
  // This service has no settings: that scope is never detected.
  const unknown = SCOPES.filter(
    (scope) => scope !== 'org:manage' && !held.includes(scope) && !lacking.includes(scope),
  )
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      <ScopeLine name={t('Detected')} icon="check" tone="text-success" scopes={held} />
      <ScopeLine name={t('Missing')} icon="close" tone="text-danger" scopes={lacking} />
      <ScopeLine name={t('Not seen yet')} icon="clock" tone="text-muted" scopes={unknown} />
    </dl>
  )
}

/** The age of the detection: the key's scopes may have changed since. */
function DetectedScopes({ vaultKey }: { vaultKey: VaultKey }) {
  const [newest] = vaultKey.scopes
    .map(({ learntAtDatetime }) => learntAtDatetime)
    .toSorted()
    .toReversed()
  return (
    <p className="text-sm text-muted">
      {newest === undefined ? (
        t('Not used yet: check it to see its scopes.')
      ) : (
        <Rich
          text="From the service’s answers, the last {when}."
          parts={{ when: <TimeAgo datetime={newest} /> }}
        />
      )}
    </p>
  )
}

type ScopeLineProps = {
  name: string
  icon: 'check' | 'close' | 'clock'
  tone: string
  scopes: readonly string[]
}

function ScopeLine({ name, icon, tone, scopes }: ScopeLineProps) {
  if (scopes.length === 0) return null
  return (
    <div className="flex gap-x-3 gap-y-1 max-sm:flex-col sm:items-center">
      <dt className={`flex w-36 items-center gap-1.5 ${tone}`}>
        <Icon name={icon} className="size-3.5" />
        {name}
      </dt>
      <dd className="flex min-w-0 flex-wrap gap-1">
        {scopes.map((scope) => (
          <Chip key={scope}>{scope}</Chip>
        ))}
      </dd>
    </div>
  )
}
