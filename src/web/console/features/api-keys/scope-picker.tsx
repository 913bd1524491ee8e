import type { ComponentProps, ReactElement } from 'react'
import { SCOPES, type Scope, SPEC_SCOPES, type Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { Button } from '#web/console/components/button.tsx'
import { Disclosure } from '#web/console/components/card.tsx'
import { ChoiceList } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'

type ScopePickerProps = Omit<ComponentProps<typeof ChoiceList>, 'legend' | 'kind' | 'choices'> & {
  onPick: (scopes: Scope[]) => void
}

/** The scopes with the endpoints that each allows. The other props come from the form library. */
export function ScopePicker({ onPick, ...field }: ScopePickerProps): ReactElement {
  return (
    <ChoiceList
      legend={t('Scopes')}
      hint={t('Select only what the key needs.')}
      kind="checkbox"
      mono
      choices={SCOPES.map((scope) => ({
        value: scope,
        label: scope,
        note: scopeNote(scope),
        details: <ScopeEndpoints paths={listEndpoints(scope)} />,
      }))}
      {...field}
      actions={
        <Button tone="quiet" onClick={() => onPick([...SPEC_SCOPES])}>
          {t('All but {scope}', { scope: 'org:manage' })}
        </Button>
      }
    />
  )
}

function ScopeEndpoints({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null
  return (
    <Disclosure summary={t('{count, plural, one {# endpoint} other {# endpoints}}', { count: paths.length })}>
      <ul className="pb-1">
        {paths.map((path) => (
          <li key={path} className="font-mono text-xs break-all text-muted">
            {path}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

export function scopeNote(scope: Scope): string {
  return {
    'wallet:create': t('Predict addresses, verify emails and create wallets.'),
    'wallet:read': t('List wallets, balances and transactions, and look up tokens.'),
    'token:transfer': t('Prepare transfers. Moving anything still needs the wallet’s passkey.'),
    'token:approve': t('Prepare approvals, which let others move tokens. Grant it only where needed.'),
    'transaction:execute': t('Send transactions that a passkey has signed.'),
    'domain:read': t('Read the allowed tokens.'),
    'org:manage': t(
      'Manage API keys, domains and fees. The most powerful scope: do not use it in an application.',
    ),
  }[scope]
}

/** The endpoints of a scope, from the service's own tables. */
export function listEndpoints(scope: Scope): string[] {
  const baas: Endpoint[] = Object.values(BAAS_ENDPOINTS)
  const org: Endpoint[] = Object.values(ORG_ENDPOINTS)
  const rows = [...baas.map((row) => ({ row, base: '/baas' })), ...org.map((row) => ({ row, base: '/org' }))]
  return rows
    .filter(({ row }) => row.scope === scope)
    .map(({ row, base }) => `${row.method} ${base}${row.path}`)
}
