import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import type { IconName } from '#web/console/components/icon.tsx'
import { Page } from '#web/console/components/page.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

type MissingPageProps = {
  title: string
  purpose: string
  back?: { to: string; label: string }
  icon: IconName
  /** In the middle: what is missing, a possible reason, and a link onward. */
  missing: string
  hint: string
  link: { to: string; label: string }
}

/** Replaces a page whose subject does not exist. Other organizations' subjects look the same. */
export function MissingPage({ title, purpose, back, icon, missing, hint, link }: MissingPageProps) {
  return (
    <Page title={title} purpose={purpose} {...(back && { back })}>
      <Card flush>
        <EmptyState icon={icon} title={missing} action={<ButtonLink to={link.to}>{link.label}</ButtonLink>}>
          {hint}
        </EmptyState>
      </Card>
    </Page>
  )
}

export function NotFoundPage() {
  return (
    <MissingPage
      title={t('Page not found')}
      purpose={t('No page has this address.')}
      icon="search"
      missing={t('Nothing here')}
      hint={t('The link may be outdated or incomplete.')}
      link={{ to: paths.overview.href(), label: t('Go to the overview') }}
    />
  )
}
