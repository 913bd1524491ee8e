import { useState, type ReactNode, type ReactElement } from 'react'
import type { WalletApprover } from '#protocol/approval-endpoints.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { Wallet, WalletDetails, WalletProtection } from '#protocol/wallets.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink, Icon, type IconName } from '#web/console/components/button.tsx'
import { ListRow, Skeleton } from '#web/console/components/card.tsx'
import { AgeNote } from '#web/console/components/loaded.tsx'
import { formatShort } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { ResendInvitation } from './resend-invitation.tsx'
import { useRevokeDialog } from './revoke-dialog.tsx'
import { GrantRow, grantCountText, isRisky, listGrants, type Grant } from './wallet-grants.tsx'
import { approverSentence } from './wallet-owner.tsx'
import { ProtectionBadge, protectionMeaning, RemovalRow } from './wallet-protection.tsx'
import { balancesQuery, walletApproverQuery, walletDetailsQuery } from './wallet-requests.ts'

/** `children`: further entries of the list, rendered once it was opened. */
type ProtectionStripProps = { wallet: Wallet; address: string; children?: ReactNode }

/**
 * Protections and risks of a wallet in one line. It opens to the approver, the recovery, and the parties that may take
 * its tokens.
 */
export function ProtectionStrip({ wallet, address, children }: ProtectionStripProps): ReactElement {
  const approver = useLiveQuery(secondary('protection', walletApproverQuery(wallet.address)))
  const details = useLiveQuery(secondary('protection', walletDetailsQuery(wallet.address)))
  const balances = useLiveQuery(secondary('balances', balancesQuery(address)))
  const { toButton, dialog } = useRevokeDialog(address)
  const [wasOpened, setWasOpened] = useState(false)
  const protection = details.data?.protection
  const grants = balances.data && listGrants(balances.data)
  const isCut = balances.data?.isCut === true
  const risky = grants?.filter(isRisky) ?? []
  const state: ProtectionState = {
    protection,
    until: details.data?.coSignerUntil ?? null,
    approver: approver.data?.state,
  }
  return (
    <>
      <details
        aria-label={t('Protection')}
        onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
        className="group min-w-0 overflow-clip rounded-lg border border-line bg-surface shadow-sm"
      >
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2">
          <Icon name={STRIP_ICONS[protection ?? 'unknown']} className="size-4 text-muted" />
          <span className="mr-auto min-w-0 flex-1 basis-48 font-medium">
            {details.isPending || approver.isPending ? (
              <Skeleton className="h-4 w-72 max-w-full" />
            ) : (
              protectionSentence(state)
            )}
          </span>
          {details.data !== undefined && <Risks details={details.data} />}
          {risky.length > 0 && <Badge tone="warning">{riskyText(risky.length, isCut)}</Badge>}
          <Icon name="down" className="size-4 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-t border-line">
          {approver.data !== undefined && <AgeNote query={approver} />}
          <ul className="divide-y divide-line">
            <EachTransaction wallet={wallet} approver={approver.data} protection={protection} />
            <RemovalRow details={details.data} />
            {details.data?.onChain !== undefined && (
              <RecoveryRow onChain={details.data.onChain} address={address} />
            )}
            {grants !== undefined && <GrantsRow grants={grants} isCut={isCut} address={address} />}
            {risky.slice(0, RISKY_MAX).map((grant) => (
              <GrantRow key={grant.key} grant={grant} actions={toButton(grant)} />
            ))}
            {wasOpened && children}
          </ul>
        </div>
      </details>
      {dialog}
    </>
  )
}

type GrantsRowProps = { grants: readonly Grant[]; isCut: boolean; address: string }

function GrantsRow({ grants, isCut, address }: GrantsRowProps) {
  return (
    <ListRow
      icon="key"
      title={t('Approvals')}
      badge={<Badge>{grantCountText(grants, isCut)}</Badge>}
      actions={<ButtonLink to={paths.walletApprovals.href(address)}>{t('Show all')}</ButtonLink>}
    >
      {grants.length === 0 && !isCut
        ? t('Only the wallet itself can transfer its tokens.')
        : t('Who can transfer tokens of this wallet without asking again.')}
    </ListRow>
  )
}

const RISKY_MAX = 3

const STRIP_ICONS: Record<WalletProtection | 'unknown', IconName> = {
  chain: 'lock',
  service: 'lock',
  none: 'passkey',
  unknown: 'info',
}

type ProtectionState = {
  /** Undefined if the service does not report it. */
  protection: WalletDetails['protection']
  /** End of the co-signer's power. Null if no removal is pending. */
  until: string | null
  /** Undefined if the approver could not be read. */
  approver: WalletApprover['state'] | undefined
}

/**
 * A wallet's protection in one sentence. If the service does not report it, the sentence follows from the approver.
 */
export function protectionSentence({ protection, until, approver }: ProtectionState): string {
  if (protection === undefined)
    return approver === undefined ? t('Protection unknown') : approverOnly(approver)
  const sentences: Record<WalletProtection, string> = {
    chain:
      until === null
        ? t('Protected on the chain: both signatures are needed')
        : t('Protected on the chain until {when}: the co-signer is being removed', {
            when: formatShort(until),
          }),
    service: t('Protected by this service: it sends nothing without the end-user’s approval'),
    none: approver === 'invited' ? approverOnly(approver) : t('Not protected: one passkey suffices'),
  }
  return sentences[protection]
}

function approverOnly(approver: WalletApprover['state']): string {
  return {
    none: t('One passkey suffices'),
    invited: t('Not protected: the end-user has not enrolled in the approval app'),
    enrolled: t('Held until the end-user approves it in their approval app.'),
  }[approver]
}

function riskyText(count: number, isCut: boolean): string {
  const items = t('{count, plural, one {# unlimited approval} other {# unlimited approvals}}', {
    count,
  })
  return isCut ? t('At least {items}', { items }) : items
}

/** Risks that are visible before the strip is opened. */
function Risks({ details: { state, coSignerUntil = null, onChain } }: { details: WalletDetails }) {
  return (
    <>
      {state === 'submitted' && <Badge tone="info">{t('Deploying')}</Badge>}
      {coSignerUntil !== null && <Badge tone="danger">{t('The co-signer is being removed')}</Badge>}
      {onChain !== undefined && (onChain.pendingRecovery !== undefined || !hasBackup(onChain)) && (
        <Recoverable {...onChain} />
      )}
    </>
  )
}

type EachTransactionProps = {
  wallet: Wallet
  /** Undefined while loading. */
  approver: WalletApprover | undefined
  /** Undefined if the service does not report it. */
  protection: WalletDetails['protection']
}

/** The parties that must consent to each transaction, and the mechanism that enforces it. */
function EachTransaction({ wallet, approver, protection }: EachTransactionProps) {
  const enrolment = wallet.externalUserId !== '' && approver !== undefined && <Enrolment {...approver} />
  return (
    <ListRow
      icon="passkey"
      title={t('Each transaction')}
      badge={
        protection === undefined ? (
          enrolment
        ) : (
          <ProtectionBadge protection={protection} isExpected={wallet.externalUserId === ''} />
        )
      }
      actions={approver?.state === 'invited' && <ResendInvitation address={wallet.address} />}
    >
      {approver === undefined ? t('Signed with the wallet’s passkey') : approverSentence(approver.state)}{' '}
      {protection !== undefined && protectionMeaning(protection)}
    </ListRow>
  )
}

function Enrolment({ state }: WalletApprover) {
  const isEnrolled = state === 'enrolled'
  return (
    <Badge tone={isEnrolled ? 'success' : 'warning'}>{isEnrolled ? t('Enrolled') : t('Unprotected')}</Badge>
  )
}

type OnChain = NonNullable<WalletDetails['onChain']>

const hasBackup = ({ backupAddress }: OnChain) => !sameAddress(backupAddress, ZERO_ADDRESS)

function RecoveryRow({ onChain, address }: { onChain: OnChain; address: string }) {
  return (
    <ListRow
      icon="refresh"
      title={t('Backup and recovery')}
      badge={<Recoverable {...onChain} />}
      actions={
        <ButtonLink to={paths.walletSecurity.href(address)}>
          {hasBackup(onChain) ? t('Security') : t('Set a backup address')}
        </ButtonLink>
      }
    >
      {t('How the wallet is recovered when its passkey is lost.')}
    </ListRow>
  )
}

function Recoverable(onChain: OnChain) {
  if (onChain.pendingRecovery !== undefined)
    return <Badge tone="danger">{t('A new passkey is proposed')}</Badge>
  return hasBackup(onChain) ? (
    <Badge tone="success">{t('Backup address')}</Badge>
  ) : (
    <Badge tone="warning">{t('No backup address')}</Badge>
  )
}
