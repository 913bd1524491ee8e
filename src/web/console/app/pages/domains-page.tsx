import { useQuery } from '@tanstack/react-query'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { IfMay } from '#web/console/components/button.tsx'
import { Page } from '#web/console/components/page.tsx'
import { AddDomainForm, DomainCard } from '#web/console/features/domains/domain-card.tsx'
import { domainsQuery } from '#web/console/features/domains/domain-requests.ts'
import { t } from '#web/ui/text.ts'

export function DomainsPage() {
  const domains = useQuery(domainsQuery())
  return (
    <Page
      title={t('Domains')}
      purpose={t(
        'A wallet’s passkey belongs to one of these domains permanently. Its hash, rpIdHash, is part of the wallet’s address.',
      )}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Loaded
          query={domains}
          skeleton={
            <Card flush>
              <SkeletonRows rows={3} label={t('Loading the domains')} />
            </Card>
          }
          empty={
            <Card flush>
              <EmptyState icon="lock" title={t('No domains')}>
                {t('Without a verified domain no wallet can be created. Add the domain of your product.')}
              </EmptyState>
            </Card>
          }
        >
          {(list) => (
            <div className="flex min-w-0 flex-col gap-6">
              {list.map((domain) => (
                <DomainCard key={domain.id} domain={domain} />
              ))}
            </div>
          )}
        </Loaded>
        <IfMay route="POST /api/org/domains">
          <AddDomainForm />
        </IfMay>
      </div>
    </Page>
  )
}
