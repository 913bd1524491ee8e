import { useNavigate, useSearchParams } from 'react-router'
import type { ApiKey } from '#protocol/api-keys.ts'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { ApiKeyFilters, filteredKeys, ApiKeysTable } from '#web/console/features/api-keys/api-keys-table.tsx'
import { ExposedKeys } from '#web/console/features/api-keys/exposed-keys.tsx'
import { apiKeysQuery } from '#web/console/features/api-keys/api-key-requests.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { paths, type ApiKeysSearchParams } from '#web/console/lib/paths.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { useSession } from '#web/console/lib/session.query.ts'

export function ApiKeysPage() {
  const session = useSession()
  const keys = useLiveQuery(apiKeysQuery())
  const isMissing = isLacking(keys.error)
  return (
    <Page
      title={t('API keys')}
      purpose={t('For your backend. A key belongs on a server, never in a browser or an app.')}
      actions={
        !isMissing && (
          <ButtonLink route="POST /api/org/keys" tone="primary" icon="plus" to={paths.newApiKey.href()}>
            {t('New API key')}
          </ButtonLink>
        )
      }
    >
      {isMissing && session.hostedUpstream ? (
        <KeysAtService />
      ) : (
        <>
          <ExposedKeys />
          <Loaded
            query={keys}
            skeleton={
              <Card flush>
                <SkeletonRows rows={3} label={t('Loading the API keys')} />
              </Card>
            }
            empty={<NoKeys />}
          >
            {(list) => <KeyList keys={list} />}
          </Loaded>
        </>
      )}
    </Page>
  )
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const nowMs = useNow()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const params: ApiKeysSearchParams = { q: search.get('q') ?? '', show: search.get('show') ?? '' }
  const narrow = (next: ApiKeysSearchParams) => void navigate(paths.apiKeys.href(next), { replace: true })
  const shown = filteredKeys(keys, params, nowMs)
  return (
    <>
      <ApiKeyFilters params={params} onChange={narrow} />
      <Card flush>
        {shown.length === 0 ? (
          <EmptyState
            icon="search"
            title={t('No API keys found')}
            action={<Button onClick={() => narrow({})}>{t('Show all API keys')}</Button>}
          >
            {t('No API key matches these filters.')}
          </EmptyState>
        ) : (
          <ApiKeysTable keys={shown} />
        )}
      </Card>
    </>
  )
}

function NoKeys() {
  return (
    <Card flush>
      <EmptyState
        icon="key"
        title={t('No API keys yet')}
        action={
          <ButtonLink route="POST /api/org/keys" tone="primary" icon="plus" to={paths.newApiKey.href()}>
            {t('Issue the first key')}
          </ButtonLink>
        }
      >
        {t('Your backend calls the service with a key that has only the scopes it needs.')}
      </EmptyState>
    </Card>
  )
}

/** In front of a hosted service without key settings. */
function KeysAtService() {
  return (
    <Notice tone="info" title={t('This service does not let its keys be managed from here')}>
      {t('Issue and revoke keys at the service. The key that this console uses is set by UPSTREAM_API_KEY.')}
    </Notice>
  )
}
