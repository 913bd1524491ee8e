import type { ApiKeyUsage, ApiKey } from '#protocol/org/api-keys.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { formatDay } from '#web/console/lib/format-time.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { unusedScopes } from './describe-key.ts'
import { scopeNote } from './scope-choices.ts'

/** Each scope with its usage; unused ones can be omitted from the next key. */
export function ScopeUsage({ apiKey, usage }: { apiKey: ApiKey; usage: ApiKeyUsage }) {
  const unused = unusedScopes(apiKey, useNow())
  const needed = usage.scopes.filter(({ requests }) => requests > 0).map(({ scope }) => scope)
  return (
    <>
      <ul className="divide-y divide-line">
        {usage.scopes.map(({ scope, requests, lastDay }) => (
          <li key={scope} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <div className="mr-auto min-w-0 flex-1 basis-56">
              <p className="font-mono text-sm">{scope}</p>
              <p className="text-sm text-muted">{scopeNote(scope)}</p>
            </div>
            {lastDay === null ? (
              <Unused days={unused?.days ?? null} />
            ) : (
              <span className="text-sm text-muted tabular-nums">
                {t('{count, plural, one {# request} other {# requests}}, last on {day}', {
                  count: requests,
                  day: formatDay(lastDay),
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {unused !== null && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3">
          <p className="mr-auto min-w-0 flex-1 basis-56 text-sm">
            {t('A key with fewer scopes does less harm if it leaks. A key’s scopes cannot be changed.')}
          </p>
          <ButtonLink to={paths.newApiKey.href({ label: apiKey.label, scopes: needed.join(',') })}>
            {t('Issue a narrower key')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function Unused({ days }: { days: number | null }) {
  if (days === null) return <Badge>{t('Not used yet')}</Badge>
  return (
    <Badge tone="warning">{t('Never used in {days, plural, one {# day} other {# days}}', { days })}</Badge>
  )
}
