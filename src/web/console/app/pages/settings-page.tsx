import { useQuery } from '@tanstack/react-query'
import { Page } from '#web/console/components/page.tsx'
import { HostedServiceCard } from '#web/console/features/hosted/hosted-service-card.tsx'
import { DeleteOrganizationCard } from '#web/console/features/session/delete-organization-card.tsx'
import { FeeCard } from '#web/console/features/settings/fee-card.tsx'
import { t } from '#web/ui/text.ts'
import { useFeeCoins } from '#web/console/app/use-fee-coins.ts'
import { useSession } from '#web/console/app/use-session.ts'
import { feesQuery } from '#web/console/features/settings/get-fees.query.ts'

export function SettingsPage() {
  const session = useSession()
  const fees = useQuery(feesQuery())
  const coins = useFeeCoins(fees.data?.tokenAddress)
  return (
    <Page title={t('Settings')} purpose={t('Settings of the whole organization.')}>
      <div className="flex flex-col gap-6">
        {session.hostedUpstream && <HostedServiceCard />}
        <FeeCard coins={coins} />
        <DeleteOrganizationCard session={session} />
      </div>
    </Page>
  )
}
