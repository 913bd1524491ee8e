import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { sameAddress } from '#protocol/display/address.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { ListRow } from '#web/console/components/card.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { policiesQuery, policyName } from '#web/console/lib/policy-words.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

type PoliciesOfWalletProps = {
  address: string
  /** True if the wallet's end-user has enrolled and approves instead of an approval policy. */
  hasEnrolledUser: boolean
}

/**
 * Policies that apply to a wallet, as an entry of its protections. Renders nothing if the service has no
 * policies.
 */
export function PoliciesOfWallet({ address, hasEnrolledUser }: PoliciesOfWalletProps): ReactElement | null {
  const held = useQuery(secondary('policies', policiesQuery())).data?.filter(
    ({ enabled, walletAddress, rule }) =>
      enabled &&
      sameAddress(walletAddress ?? address, address) &&
      !(hasEnrolledUser && rule.kind === 'approval'),
  )
  if (held === undefined) return null
  return (
    <ListRow
      icon="lock"
      title={t('Policies')}
      badge={<Badge>{held.length}</Badge>}
      actions={<ButtonLink to={paths.policies.href()}>{t('Show all')}</ButtonLink>}
    >
      {held.map(policyName).join(', ') || t('No policy limits this wallet.')}
    </ListRow>
  )
}
