import { ButtonLink } from '#console/components/button.tsx'
import { Card } from '#console/components/card.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { Page } from '#console/components/page.tsx'
import { paths } from '#console/lib/paths.ts'

export function NotFoundPage() {
  return (
    <Page title="Page not found" purpose="There is nothing at this address.">
      <Card flush>
        <EmptyState
          icon="search"
          title="Nothing here"
          action={<ButtonLink to={paths.overview.href()}>Go to the overview</ButtonLink>}
        >
          The link may be old, or a letter may be missing from it.
        </EmptyState>
      </Card>
    </Page>
  )
}
