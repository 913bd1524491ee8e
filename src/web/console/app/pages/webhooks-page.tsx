import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { SkeletonRows } from '#web/console/components/skeleton.tsx'
import { webhooksQuery } from '#web/console/features/webhooks/list-webhooks.query.ts'
import { WebhooksTable } from '#web/console/features/webhooks/webhooks-table.tsx'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useRefetchInterval } from '#web/console/lib/use-refetch-interval.ts'
import { WebhooksLayout } from '#web/console/app/webhooks-layout.tsx'

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
