import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#console/components/button.tsx'
import { Card } from '#console/components/card.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { IfMay } from '#console/components/if-may.tsx'
import { Loaded } from '#console/components/loaded.tsx'
import { SkeletonRows } from '#console/components/skeleton.tsx'
import { webhooksQuery } from '#console/features/webhooks/list-webhooks.query.ts'
import { WebhooksTable } from '#console/features/webhooks/webhooks-table.tsx'
import { isLacking } from '#console/lib/describe-problem.ts'
import { paths } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'
import { useRefetchInterval } from '#console/lib/use-refetch-interval.ts'
import { WebhooksLayout } from '#console/app/webhooks-layout.tsx'

export function WebhooksPage() {
  const refetchInterval = useRefetchInterval()
  const webhooks = useQuery({ ...webhooksQuery(), refetchInterval })
  return (
    <WebhooksLayout canCreate={!isLacking(webhooks.error)}>
      <Card flush>
        <Loaded query={webhooks} skeleton={<SkeletonRows rows={3} label={t('Loading the endpoints')} />}>
          {(list) => (list.length === 0 ? <NoWebhooks /> : <WebhooksTable webhooks={list} />)}
        </Loaded>
      </Card>
    </WebhooksLayout>
  )
}

function NoWebhooks() {
  return (
    <EmptyState
      icon="webhook"
      title={t('No endpoints yet')}
      action={
        <IfMay silent route="POST /api/org/webhooks">
          <ButtonLink tone="primary" icon="plus" to={paths.newWebhook.href()}>
            {t('Add the first endpoint')}
          </ButtonLink>
        </IfMay>
      }
    >
      {t(
        'Your backend is notified of approvals, confirmations and new wallets within moments, without polling.',
      )}
    </EmptyState>
  )
}
