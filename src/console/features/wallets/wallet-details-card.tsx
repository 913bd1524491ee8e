import type { Wallet } from '#shared/baas/wallets.ts'
import { Card } from '#console/components/card.tsx'
import { Fact, Facts } from '#console/components/facts.tsx'
import { TimeAgo } from '#console/components/time-ago.tsx'
import { EndUser } from './wallets-table.tsx'

export function WalletDetailsCard({ wallet }: { wallet: Wallet }) {
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Belongs to">
          <EndUser wallet={wallet} />
        </Fact>
        <Fact name="Each transaction">
          {wallet.externalUserId === ''
            ? 'Signed with the wallet’s passkey'
            : 'Signed with the wallet’s passkey, then approved by the end-user once they enrolled in the approval app'}
        </Fact>
        <Fact name="Created">
          <TimeAgo datetime={wallet.createdAtDatetime} />
        </Fact>
      </Facts>
    </Card>
  )
}
