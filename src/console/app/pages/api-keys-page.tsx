import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '#shared/org/api-keys.ts'
import { ButtonLink } from '#console/components/button.tsx'
import { Card } from '#console/components/card.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { Loaded } from '#console/components/loaded.tsx'
import { Page } from '#console/components/page.tsx'
import { SkeletonRows } from '#console/components/skeleton.tsx'
import { ApiKeysTable } from '#console/features/api-keys/api-keys-table.tsx'
import { apiKeysQuery } from '#console/features/api-keys/list-api-keys.query.ts'
import { RevokeApiKeyDialog } from '#console/features/api-keys/revoke-api-key-dialog.tsx'
import { isLacking } from '#console/lib/describe-problem.ts'
import { paths } from '#console/lib/paths.ts'

export function ApiKeysPage() {
  const keys = useQuery(apiKeysQuery())
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <Page
      title="API keys"
      purpose="For your backend. A key belongs on a server, never in a browser or an app."
      actions={
        !isLacking(keys.error) && (
          <ButtonLink tone="primary" icon="plus" to={paths.newApiKey.href()}>
            New API key
          </ButtonLink>
        )
      }
    >
      <Card flush>
        <Loaded query={keys} skeleton={<SkeletonRows rows={3} label="Loading the API keys" />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon="key"
                title="No API keys yet"
                action={
                  <ButtonLink tone="primary" icon="plus" to={paths.newApiKey.href()}>
                    Issue the first key
                  </ButtonLink>
                }
              >
                Your backend calls the service with a key that has only the scopes it needs.
              </EmptyState>
            ) : (
              <ApiKeysTable keys={list} onRevoke={setRevoking} />
            )
          }
        </Loaded>
      </Card>
      {revoking !== null && <RevokeApiKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  )
}
