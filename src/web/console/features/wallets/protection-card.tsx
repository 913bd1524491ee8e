import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { type WalletApprover, APPROVAL_ENDPOINTS } from '#protocol/organization-transactions.ts'
import type { Wallet, WalletDetails } from '#protocol/wallets.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink, Button } from '#web/console/components/button.tsx'
import { AgeNote, Card, ListRow } from '#web/console/components/card.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { GrantRow, grantsOf, isRisky } from './permissions-card.tsx'
import { approverSentence } from './wallet-owner.tsx'
import { balancesQuery, walletApproverQuery, walletDetailsQuery } from './wallet-requests.ts'
import { useMutation } from '@tanstack/react-query'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'

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
          badge={wallet.externalUserId !== '' && approver.data && <Enrolment {...approver.data} />}
          actions={approver.data?.state === 'invited' && <ResendInvitation address={wallet.address} />}
        >
          {approver.data === undefined
            ? t('Signed with the wallet’s passkey')
            : approverSentence(approver.data.state)}
        </ListRow>
        {details.data?.onChain !== undefined && (
          <ListRow
            icon="refresh"
            title={t('Backup and recovery')}
            badge={<Recoverable {...details.data.onChain} />}
            actions={
              <ButtonLink to={paths.walletSecurity.href(address)}>
                {hasBackup(details.data.onChain) ? t('Security') : t('Set a backup address')}
              </ButtonLink>
            }
          >
            {t('How the wallet is recovered when its passkey is lost.')}
          </ListRow>
        )}
        {grants !== undefined && (
          <ListRow
            icon="key"
            title={t('Approvals')}
            badge={<Badge>{grants.length}</Badge>}
            actions={<ButtonLink to={paths.walletApprovals.href(address)}>{t('Show all')}</ButtonLink>}
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

const RISKY_MAX = 3

function Enrolment({ state }: WalletApprover) {
  const isEnrolled = state === 'enrolled'
  return (
    <Badge tone={isEnrolled ? 'success' : 'warning'}>{isEnrolled ? t('Enrolled') : t('Unprotected')}</Badge>
  )
}

type OnChain = NonNullable<WalletDetails['onChain']>

const hasBackup = ({ backupAddress }: OnChain) => !sameAddress(backupAddress, ZERO_ADDRESS)

function Recoverable(onChain: OnChain) {
  if (onChain.pendingRecovery !== undefined)
    return <Badge tone="danger">{t('A new passkey is proposed')}</Badge>
  return hasBackup(onChain) ? (
    <Badge tone="success">{t('Backup address')}</Badge>
  ) : (
    <Badge tone="warning">{t('No backup address')}</Badge>
  )
}

/** For an end-user who has not enrolled. Mailed to them alone: another person with the link could approve in their place (ADR 0011). */
export function ResendInvitation({ address }: { address: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => callEndpoint('/api/org', APPROVAL_ENDPOINTS.resendInvitation, { params: { address } }),
  })
  const route = 'POST /api/org/wallets/:address/invitation'
  return (
    <span aria-live="polite" className="flex flex-wrap gap-2">
      <Button
        {...{ route }}
        silent
        icon="send"
        pending={isPending}
        refusing={isSuccess}
        onClick={() => mutate()}
      >
        {isSuccess ? t('Sent to their email address') : t('Resend invitation')}
      </Button>
      <ProblemPanel error={error} className="basis-full" />
    </span>
  )
}
