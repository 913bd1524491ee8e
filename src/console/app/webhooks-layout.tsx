import type { ReactNode } from 'react'
import { ButtonLink } from '#console/components/button.tsx'
import { IfMay } from '#console/components/if-may.tsx'
import { Page } from '#console/components/page.tsx'
import { Tabs } from '#console/components/tabs.tsx'
import { paths } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'

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
