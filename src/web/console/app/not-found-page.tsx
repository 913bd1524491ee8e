import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import type { IconName } from '#web/console/components/icon.tsx'

type MissingPageProps = {
  title: string
  purpose: string
  icon: IconName
  /** In the middle: what is missing, and a possible reason. */
  missing: string
  hint: string
  /** A link onward: to the list of its kind (`back`, by the list's name), or elsewhere. */
  to: string
  label: string
  back?: string
}

/** Replaces a page whose subject does not exist. Other organizations' subjects look the same. */
export function MissingPage({ title, purpose, icon, missing, hint, to, label, back }: MissingPageProps) {
  return (
    <Page title={title} purpose={purpose} {...(back !== undefined && { back: { to, label: back } })}>
      <Card flush>
        <EmptyState icon={icon} title={missing} action={<ButtonLink to={to}>{label}</ButtonLink>}>
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
      to={paths.overview.href()}
      label={t('Go to the overview')}
    />
  )
}
