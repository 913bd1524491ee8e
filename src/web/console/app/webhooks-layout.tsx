import type { ReactNode } from 'react'
import { ButtonLink } from '#web/console/components/button.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { Page } from '#web/console/components/page.tsx'
import { Tabs } from '#web/console/components/tabs.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

/** What the pages about webhooks share. */
export function WebhooksLayout({ canCreate = true, children }: { canCreate?: boolean; children: ReactNode }) {
  return (
    <Page
      title={t('Webhooks')}
      purpose={t('Signed events for your backend, delivered at least once.')}
      actions={
        canCreate && (
          <IfMay route="POST /api/org/webhooks">
            <ButtonLink tone="primary" icon="plus" to={paths.newWebhook.href()}>
              {t('New endpoint')}
            </ButtonLink>
          </IfMay>
        )
      }
    >
      <Tabs
        label={t('Webhooks')}
        tabs={[
          { to: paths.webhooks.href(), label: t('Endpoints') },
          { to: paths.webhookEvents.href(), label: t('Event catalogue') },
        ]}
      />
      {children}
    </Page>
  )
}
