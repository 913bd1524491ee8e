import type { ComponentProps } from 'react'
import { SCOPES, type Scope, SPEC_SCOPES } from '#protocol/endpoint.ts'
import { Button } from '#web/console/components/button.tsx'
import { Disclosure } from '#web/console/components/card.tsx'
import { ChoiceList } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { endpointsOf, scopeNote } from './scope-choices.ts'

type ScopePickerProps = ComponentProps<typeof ChoiceList>['control'] & {
  error: string | undefined
  onPick: (scopes: Scope[]) => void
}

/** Each scope with the endpoints it opens. The rest of its props are the form library's for the field. */
export function ScopePicker({ error, onPick, ...control }: ScopePickerProps) {
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
        details: <ScopeEndpoints paths={endpointsOf(scope)} />,
      }))}
      control={control}
      error={error}
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
