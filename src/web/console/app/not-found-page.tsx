import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function NotFoundPage() {
  return (
    <Page title={t('Page not found')} purpose={t('No page has this address.')}>
      <Card flush>
        <EmptyState
          icon="search"
          title={t('Nothing here')}
          action={<ButtonLink to={paths.overview.href()}>{t('Go to the overview')}</ButtonLink>}
        >
          {t('The link may be outdated or incomplete.')}
        </EmptyState>
      </Card>
    </Page>
  )
}
