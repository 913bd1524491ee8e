import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { sameAddress, shortAddress } from '#protocol/display/address.ts'
import type { ResolvedToken } from '#protocol/tokens.ts'
import type { Query } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { Together } from '#web/console/components/together.tsx'
import { HostedServiceCard } from '#web/console/features/hosted/hosted-service-card.tsx'
import { DeleteOrganizationCard } from '#web/console/features/session/organization-forms.tsx'
import { AlertsCard } from '#web/console/features/settings/alerts-card.tsx'
import { FeeCard } from '#web/console/features/settings/fee-card.tsx'
import { LogoCard } from '#web/console/features/settings/logo-card.tsx'
import { NetworkCard } from '#web/console/features/settings/network-card.tsx'
import { RegistryCard } from '#web/console/features/settings/registry-card.tsx'
import { RenameOrganizationCard } from '#web/console/features/settings/rename-organization-card.tsx'
import { ScimCard } from '#web/console/features/settings/scim-card.tsx'
import { resolveTokenQuery } from '#web/console/features/tokens/token-requests.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { feesQuery } from '#web/console/lib/calls.ts'
import { isCoin, listedTokensQuery } from '#web/console/lib/listed-tokens.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

export function SettingsPage(): ReactElement {
  const session = useSession()
  // The card shows the failure of either query.
  const fees = useQuery(feesQuery())
  const coins = useFeeCoins(fees.data?.tokenAddress)
  return (
    <Page title={t('Settings')}>
      <Together>
        {session.hostedUpstream && <HostedServiceCard />}
        <RenameOrganizationCard />
        <LogoCard />
        <AlertsCard />
        <FeeCard coins={coins} />
        <RegistryCard />
        <ScimCard />
        <NetworkCard apiUrl={session.hostedUpstream ? null : `${window.location.origin}/v1/baas`} />
        <DeleteOrganizationCard />
      </Together>
    </Page>
  )
}

/**
 * Tokens in which a fee can be paid: the listed tokens and the token of the current fee. If the decimals of the
 * current fee's token cannot be read, its amount is in base units.
 */
function useFeeCoins(current: string | undefined): Query<readonly ResolvedToken[]> {
  const allowed = useQuery(listedTokensQuery())
  const isListed = allowed.data?.some(({ address }) => sameAddress(address, current ?? '')) ?? false
  const needsLookUp = current !== undefined && allowed.isSuccess && !isListed
  const lookUp = useQuery({ ...resolveTokenQuery(current ?? ''), enabled: needsLookUp })
  if (allowed.data === undefined) return allowed
  const coins: ResolvedToken[] = allowed.data.filter(
    (token) => isCoin(token) || sameAddress(token.address, current ?? ''),
  )
  if (!needsLookUp) return { ...allowed, data: coins }
  if (lookUp.data !== undefined) return { ...lookUp, data: [...coins, lookUp.data] }
  const isUnreadable = lookUp.error instanceof ApiError && lookUp.error.status === 400
  return isUnreadable
    ? { ...lookUp, error: null, data: [...coins, inBaseUnits(current)] }
    : { ...lookUp, data: undefined }
}

function inBaseUnits(address: string): ResolvedToken {
  return { address, symbol: shortAddress(checksum(address)), name: t('Base units'), decimals: 0 }
}
