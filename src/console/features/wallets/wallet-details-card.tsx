import { useQuery } from '@tanstack/react-query'
import type { Wallet } from '#shared/baas/wallets.ts'
import { Card } from '#console/components/card.tsx'
import { Fact, Facts } from '#console/components/facts.tsx'
import { TimeAgo } from '#console/components/time-ago.tsx'
import { APPROVER_SENTENCES } from './approver-words.ts'
import { walletApproverQuery } from './get-wallet-approver.query.ts'
import { EndUser } from './wallets-table.tsx'

export function WalletDetailsCard({ wallet }: { wallet: Wallet }) {
  const approver = useQuery(walletApproverQuery(wallet.address))
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Belongs to">
          <EndUser wallet={wallet} />
        </Fact>
        <Fact name="Each transaction">
          {approver.data === undefined ? byOwner(wallet) : APPROVER_SENTENCES[approver.data.state]}
        </Fact>
        <Fact name="Created">
          <TimeAgo datetime={wallet.createdAtDatetime} />
        </Fact>
      </Facts>
    </Card>
  )
}

/** Until it is known whether its end-user has enrolled, and where the service does not say. */
function byOwner({ externalUserId }: Wallet): string {
  return externalUserId === ''
    ? 'Signed with the wallet’s passkey'
    : 'Signed with the wallet’s passkey, then approved by the end-user once they enrolled in the approval app'
}
