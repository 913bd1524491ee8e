import { useQuery } from '@tanstack/react-query'
import type { Wallet, WalletDetails } from '#protocol/wallets.ts'
import type { WalletApprover } from '#protocol/organization-transactions.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { AgeNote, Card, Facts, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { ResendInvitation } from './resend-invitation.tsx'
import { approverSentence, EndUser } from './wallet-owner.tsx'
import { walletApproverQuery, walletDetailsQuery, knownPasskeyQuery } from './wallet-requests.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { useNow } from '#web/console/lib/use-now.ts'

export function WalletDetailsCard({ wallet }: { wallet: Wallet }) {
  const approver = useLiveQuery(walletApproverQuery(wallet.address))
  const details = useLiveQuery(walletDetailsQuery(wallet.address))
  return (
    <Card title={t('Details')}>
      {approver.data !== undefined && <AgeNote query={approver} />}
      <Facts
        facts={{
          [t('Belongs to')]: <EndUser wallet={wallet} />,
          [t('Each transaction')]:
            approver.data === undefined ? byOwner(wallet) : approverSentence(approver.data.state),
          [t('Approval app')]: approver.data !== undefined && wallet.externalUserId !== '' && (
            <>
              <Enrolment approver={approver.data} />
              {approver.data.state === 'invited' && <ResendInvitation address={wallet.address} />}
            </>
          ),
          [t('Created')]: <TimeAgo datetime={wallet.createdAtDatetime} />,
          [t('State')]: details.data?.state === 'submitted' && <Badge tone="info">{t('Deploying')}</Badge>,
          [t('Deployed by transaction')]: details.data !== undefined && (
            <HexText value={details.data.transactionHash} what={t('transaction hash')} />
          ),
        }}
      />
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

/** The passkey that a wallet obeys, as far as it is known to the console. */
export function PasskeyCard({ address }: { address: string }) {
  const details = useLiveQuery(walletDetailsQuery(address))
  return (
    <Card title={t('Passkey')}>
      <Loaded query={details} skeleton={<SkeletonRows rows={2} label={t('Loading the passkey')} />}>
        {(wallet) => <PasskeyFacts wallet={wallet} />}
      </Loaded>
    </Card>
  )
}

function PasskeyFacts({ wallet }: { wallet: WalletDetails }) {
  const known = useQuery(knownPasskeyQuery(wallet.address))
  const isReplaced = wallet.onChain?.isKeyReplaced === true
  return (
    <div className="flex flex-col gap-3">
      {isReplaced && (
        <Notice tone="warning" title={t('Replaced by a recovery')}>
          {t('The wallet is controlled by another passkey than the one it was created with.')}
        </Notice>
      )}
      <Facts
        facts={{
          [t('Works on')]: (
            <>
              {wallet.rpId ?? t('A domain that no longer belongs to the organization')}
              <span className="block text-sm text-muted">{t('and on its subdomains')}</span>
            </>
          ),
          [t('Created')]: known.data && !isReplaced && <TimeAgo datetime={known.data.createdAtDatetime} />,
          [t('Credential id')]:
            known.data === null ? (
              <span className="text-muted">{t('Unknown: the wallet was created elsewhere.')}</span>
            ) : (
              known.data &&
              !isReplaced && <HexText value={known.data.credentialId} what={t('credential id')} />
            ),
          [t('Public key, x')]: <HexText value={`0x${wallet.qx}`} what={t('public key, x')} />,
          [t('Public key, y')]: <HexText value={`0x${wallet.qy}`} what={t('public key, y')} />,
          [t('Hash of the domain')]: <HexText value={wallet.rpIdHash} what={t('hash of the domain')} />,
        }}
      />
    </div>
  )
}

/** Who can recover a wallet after the loss of its passkey, and whether a recovery is in progress. */
export function RecoveryCard({ address }: { address: string }) {
  const details = useLiveQuery(walletDetailsQuery(address))
  return (
    <Card title={t('Backup and recovery')}>
      <Loaded query={details} skeleton={<SkeletonRows rows={1} label={t('Loading the recovery')} />}>
        {(wallet) => <Recovery wallet={wallet} />}
      </Loaded>
    </Card>
  )
}

function Recovery({ wallet }: { wallet: WalletDetails }) {
  const { onChain, requestedBackupAddress: requested } = wallet
  if (onChain === undefined) {
    return <p className="text-sm text-muted">{t('Known once the wallet is on the chain.')}</p>
  }
  const hasBackup = !sameAddress(onChain.backupAddress, ZERO_ADDRESS)
  return (
    <div className="flex flex-col gap-3">
      {onChain.pendingRecovery !== undefined && <PendingRecovery pending={onChain.pendingRecovery} />}
      {!hasBackup && (
        <Notice tone="warning" title={t('No backup address')}>
          {t(
            'If the passkey is lost, this wallet cannot be recovered. Its owner can set a backup address with the passkey.',
          )}
        </Notice>
      )}
      <Facts
        facts={{
          [t('Backup address')]: hasBackup && (
            <HexText value={onChain.backupAddress} what={t('backup address')} />
          ),
          [t('Requested at creation, not signed yet')]: requested !== undefined &&
            !sameAddress(requested, onChain.backupAddress) && (
              <HexText value={requested} what={t('backup address')} />
            ),
        }}
      />
      <p className="text-sm text-muted">
        {t(
          'A backup address can propose a new passkey. It takes effect after three days; until then the present passkey can refuse it.',
        )}
      </p>
    </div>
  )
}

type Pending = NonNullable<NonNullable<WalletDetails['onChain']>['pendingRecovery']>

function PendingRecovery({ pending }: { pending: Pending }) {
  const nowMs = useNow()
  const effectiveMs = Number(pending.effectiveAtSeconds) * 1_000
  const when = formatAbsolute(new Date(effectiveMs).toISOString())
  return (
    <Notice tone="danger" title={t('A new passkey is proposed')}>
      <p>
        {effectiveMs > nowMs
          ? t(
              'It can take effect from {when} on. If the owner did not ask for it, they must refuse it before.',
              { when },
            )
          : t(
              'Since {when} anyone can let it take effect. If the owner did not ask for it, they must refuse it now.',
              { when },
            )}
      </p>
      <p className="mt-2 text-muted">{t('Proposed public key, x')}</p>
      <HexText value={`0x${pending.qx}`} what={t('public key, x')} />
    </Notice>
  )
}
