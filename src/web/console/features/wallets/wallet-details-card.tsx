import { useQuery } from '@tanstack/react-query'
import type { Wallet } from '#protocol/baas/wallets.ts'
import type { WalletApprover } from '#protocol/org/approval-endpoints.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { approverSentence, EndUser } from './wallet-owner.tsx'
import { walletApproverQuery, walletDetailsQuery } from './wallet-requests.ts'

export function WalletDetailsCard({ wallet }: { wallet: Wallet }) {
  const approver = useQuery(walletApproverQuery(wallet.address))
  const details = useQuery(walletDetailsQuery(wallet.address))
  return (
    <Card title={t('Details')}>
      <Facts>
        <Fact name={t('Belongs to')}>
          <EndUser wallet={wallet} />
        </Fact>
        <Fact name={t('Each transaction')}>
          {approver.data === undefined ? byOwner(wallet) : approverSentence(approver.data.state)}
        </Fact>
        {approver.data !== undefined && wallet.externalUserId !== '' && (
          <Fact name={t('Approval app')}>
            <Enrolment approver={approver.data} />
          </Fact>
        )}
        <Fact name={t('Created')}>
          <TimeAgo datetime={wallet.createdAtDatetime} />
        </Fact>
        {details.data?.state === 'submitted' && (
          <Fact name={t('State')}>
            <Badge tone="info">{t('Deploying')}</Badge>
          </Fact>
        )}
        {details.data !== undefined && (
          <Fact name={t('Deployed by transaction')}>
            <HexText value={details.data.transactionHash} what={t('transaction hash')} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

function Enrolment({ approver }: { approver: WalletApprover }) {
  if (approver.state === 'none') return <Badge>{t('Not invited')}</Badge>
  if (approver.state === 'invited') return <Badge tone="warning">{t('Invited, not enrolled')}</Badge>
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="success">{t('Enrolled')}</Badge>
      {approver.enrolledAtDatetime !== undefined && (
        <TimeAgo datetime={approver.enrolledAtDatetime} className="text-sm text-muted" />
      )}
    </span>
  )
}

/** Until the end-user's enrolment is known, and if the service does not report it. */
function byOwner({ externalUserId }: Wallet): string {
  return externalUserId === ''
    ? t('Signed with the wallet’s passkey')
    : t(
        'Signed with the wallet’s passkey, then approved by the end-user once they enrolled in the approval app',
      )
}
