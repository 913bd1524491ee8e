import type { ReactElement } from 'react'
import type { Wallet } from '#protocol/wallets.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { EndUser } from './wallet-owner.tsx'
import { walletDetailsQuery } from './wallet-requests.ts'

export function WalletDetailsCard({ wallet }: { wallet: Wallet }): ReactElement {
  const details = useLiveQuery(walletDetailsQuery(wallet.address))
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Wallet owner')]: <EndUser wallet={wallet} />,
          [t('Created')]: <TimeAgo datetime={wallet.createdAtDatetime} />,
          [t('State')]: details.data?.state === 'submitted' && <Badge tone="info">{t('Deploying')}</Badge>,
          [t('Deployed by transaction')]: details.data?.transactionHash !== undefined && (
            <HexText value={details.data.transactionHash} what={t('transaction hash')} isTransaction />
          ),
        }}
      />
    </Card>
  )
}
