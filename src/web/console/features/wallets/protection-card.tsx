import type { ReactNode } from 'react'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WalletApprover } from '#protocol/organization-transactions.ts'
import type { Wallet, WalletDetails } from '#protocol/wallets.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { AgeNote, Card, ListRow } from '#web/console/components/card.tsx'
import { TimeAgo } from '#web/console/components/values.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { GrantRow, grantsOf, isRisky } from './permissions-card.tsx'
import { approverSentence } from './wallet-owner.tsx'
import { balancesQuery, walletApproverQuery, walletDetailsQuery } from './wallet-requests.ts'

type ProtectionCardProps = { wallet: Wallet; address: string }

/** What protects a wallet, and what endangers it: who approves, whether it can be recovered, and who may take tokens. */
export function ProtectionCard({ wallet, address }: ProtectionCardProps) {
  const approver = useLiveQuery(walletApproverQuery(wallet.address))
  const details = useLiveQuery(walletDetailsQuery(wallet.address))
  const balances = useLiveQuery(balancesQuery(address))
  const grants = balances.data && grantsOf(balances.data)
  const risky = grants?.filter(isRisky) ?? []
  return (
    <Card title={t('Protection')} flush>
      {approver.data !== undefined && <AgeNote query={approver} />}
      <ul className="divide-y divide-line">
        <ListRow
          icon="passkey"
          title={t('Each transaction')}
          badge={
            approver.data !== undefined &&
            wallet.externalUserId !== '' && <Enrolment approver={approver.data} />
          }
        >
          {approver.data === undefined ? byOwner(wallet) : approverSentence(approver.data.state)}
        </ListRow>
        {details.data?.onChain !== undefined && (
          <ListRow
            icon="refresh"
            title={t('Backup and recovery')}
            badge={<Recoverable onChain={details.data.onChain} />}
            actions={<Details to={paths.walletSecurity.href(address)} of={t('Backup and recovery')} />}
          >
            {t('How the wallet is recovered when its passkey is lost.')}
          </ListRow>
        )}
        {grants !== undefined && (
          <ListRow
            icon="key"
            title={t('Approvals')}
            badge={<Badge>{grants.length}</Badge>}
            actions={<Details to={paths.walletApprovals.href(address)} of={t('Approvals')} />}
          >
            {grants.length === 0
              ? t('Only the wallet itself can transfer its tokens.')
              : t('Who can transfer tokens of this wallet without asking again.')}
          </ListRow>
        )}
        {risky.slice(0, RISKY_MAX).map((grant) => (
          <GrantRow key={grant.key} {...{ address, grant }} />
        ))}
      </ul>
    </Card>
  )
}

/** More are on the page of all approvals. */
const RISKY_MAX = 3

function Details({ to, of }: { to: string; of: string }) {
  return (
    <ButtonLink to={to}>
      {t('Details')}
      <span className="sr-only"> {of}</span>
    </ButtonLink>
  )
}

function Enrolment({ approver }: { approver: WalletApprover }) {
  if (approver.state === 'none') return <Badge tone="warning">{t('Not invited')}</Badge>
  if (approver.state === 'invited') return <Badge tone="warning">{t('Invited, not enrolled')}</Badge>
  return (
    <>
      <Badge tone="success">{t('Enrolled')}</Badge>
      {approver.enrolledAtDatetime !== undefined && (
        <TimeAgo datetime={approver.enrolledAtDatetime} className="text-sm font-normal text-muted" />
      )}
    </>
  )
}

function Recoverable({ onChain }: { onChain: NonNullable<WalletDetails['onChain']> }): ReactNode {
  if (onChain.pendingRecovery !== undefined)
    return <Badge tone="danger">{t('A new passkey is proposed')}</Badge>
  return sameAddress(onChain.backupAddress, ZERO_ADDRESS) ? (
    <Badge tone="warning">{t('No backup address')}</Badge>
  ) : (
    <Badge tone="success">{t('Backup address')}</Badge>
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
