import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { IssuedApiKey } from '#shared/org/api-keys.ts'
import { Card } from '#console/components/card.tsx'
import { Page } from '#console/components/page.tsx'
import { SecretDialog } from '#console/components/secret-dialog.tsx'
import { IssueApiKeyForm } from '#console/features/api-keys/issue-api-key-form.tsx'
import { apiKeysQuery } from '#console/features/api-keys/list-api-keys.query.ts'
import { paths } from '#console/lib/paths.ts'

export function NewApiKeyPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [issued, setIssued] = useState<IssuedApiKey | null>(null)
  const leave = async () => {
    // The list is not on the screen yet, and must not show itself without the new key.
    await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey, refetchType: 'all' })
    await navigate(paths.apiKeys.href(), { replace: true })
  }
  return (
    <Page
      title="New API key"
      purpose="Choose what it may do. Its secret is shown once, when it is issued."
      back={{ to: paths.apiKeys.href(), label: 'API keys' }}
      width="prose"
    >
      <Card>
        <IssueApiKeyForm onIssued={setIssued} />
      </Card>
      {issued !== null && (
        <SecretDialog
          title={`“${issued.label}” is ready`}
          what="API key"
          secret={issued.secret}
          onDone={() => void leave()}
        >
          <p className="text-sm text-muted">
            Send it in the header <code className="font-mono text-ink">x-api-key</code> of each request.
          </p>
        </SecretDialog>
      )}
    </Page>
  )
}
