import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { SCOPES } from '#protocol/endpoint.ts'
import type { IssuedApiKey } from '#protocol/api-keys.ts'
import { Card } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { IssueApiKeyForm } from '#web/console/features/api-keys/issue-api-key-form.tsx'
import { keyLabel } from '#web/console/features/api-keys/describe-key.ts'
import { apiKeysQuery } from '#web/console/features/api-keys/api-key-requests.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useLeave } from '#web/console/lib/use-leave.ts'

export function NewApiKeyPage() {
  const leave = useLeave()
  const [search] = useSearchParams()
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const wanted = (search.get('scopes') ?? '').split(',')
  return (
    <Page
      title={t('New API key')}
      purpose={t('Choose its scopes. The secret is displayed once, when the key is issued.')}
      back={{ to: paths.apiKeys.href(), label: t('API keys') }}
      width="prose"
    >
      <Card>
        <IssueApiKeyForm
          label={search.get('label') ?? ''}
          scopes={SCOPES.filter((scope) => wanted.includes(scope))}
          onIssued={setIssued}
        />
      </Card>
      {issued !== null && (
        <SecretDialog
          title={t('“{label}” is ready', { label: keyLabel(issued) })}
          what={t('API key')}
          secret={issued.secret}
          onDone={() => void leave(apiKeysQuery().queryKey, paths.apiKeys.href())}
        >
          <p className="text-sm text-muted">
            <Rich
              text="Send it in the header {header} of each request."
              parts={{ header: <code className="font-mono text-ink">x-api-key</code> }}
            />
          </p>
        </SecretDialog>
      )}
    </Page>
  )
}
