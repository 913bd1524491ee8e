import { useQuery } from '@tanstack/react-query'
import { Page } from '#console/components/page.tsx'
import { DomainsCard } from '#console/features/settings/domains-card.tsx'
import { FeeCard } from '#console/features/settings/fee-card.tsx'
import { useFeeCoins } from '#console/app/use-fee-coins.ts'
import { feesQuery } from '#console/features/settings/get-fees.query.ts'

export function SettingsPage() {
  const fees = useQuery(feesQuery())
  const coins = useFeeCoins(fees.data?.tokenAddress)
  return (
    <Page title="Settings" purpose="What holds for the whole organization.">
      <div className="flex flex-col gap-6">
        <DomainsCard />
        <FeeCard coins={coins} />
      </div>
    </Page>
  )
}
