import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { CONSOLE_WIDGET_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { RECOVERY_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import type { WalletDetails } from '#protocol/wallets.ts'
import { DialogButton } from '#web/console/components/button.tsx'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { formatShort } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { ConsoleWidget } from '#web/console/lib/widget-gate.tsx'
import { t } from '#web/ui/text.ts'
import { PasskeyElsewhere, worksHere } from './passkey-elsewhere.tsx'
import { walletDetailsQuery } from './wallet-requests.ts'

/**
 * The party that can recover a wallet after the loss of its passkey, and whether a recovery is in progress.
 */
export function RecoveryCard({ address }: { address: string }): ReactElement {
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
  const isProposed = onChain.pendingRecovery !== undefined
  const hasBackup = !sameAddress(onChain.backupAddress, ZERO_ADDRESS)
  const setting = hasBackup ? t('Change the backup address') : t('Set a backup address')
  const flowButton = (flow: Flow, label: string, tone: 'primary' | 'secondary') => (
    <DialogButton
      access={CONSOLE_WIDGET_ENDPOINTS.openConsoleWidgetSession}
      tone={tone}
      refusing={!worksHere(wallet)}
      dialog={(close) => <WalletFlow {...{ address: wallet.address, flow }} title={label} onClose={close} />}
    >
      {label}
    </DialogButton>
  )
  return (
    <div className="flex flex-col gap-3">
      <PasskeyElsewhere wallet={wallet} />
      {onChain.pendingRecovery !== undefined && <PendingRecovery pending={onChain.pendingRecovery} />}
      {!hasBackup && (
        <Notice tone="warning" title={t('No backup address')}>
          {t('If the passkey is lost, this wallet cannot be recovered.')}
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
          'A backup address can propose a new passkey. It takes effect after {days} days; until then the present passkey can refuse it.',
          { days: RECOVERY_DELAY_SECONDS / 86_400 },
        )}{' '}
        {(wallet.coSigner ?? null) !== null &&
          t('In this wallet the co-signer has to sign the refusal too, and it stays after a recovery.')}
      </p>
      {/* The widget's flows for the backup address, as on an integrator's page. Each needs a passkey. */}
      <div className="flex flex-wrap gap-2">
        {flowButton(
          'backup',
          isProposed ? t('Refuse the new passkey') : setting,
          isProposed || !hasBackup ? 'primary' : 'secondary',
        )}
        {hasBackup && flowButton('recover', t('Recover with a new passkey'), 'secondary')}
      </div>
    </div>
  )
}

type Flow = 'backup' | 'recover'

type WalletFlowProps = { address: string; flow: Flow; title: string; onClose: () => void }

function WalletFlow({ address, flow, title, onClose }: WalletFlowProps) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['protection'] })
  return (
    <Dialog title={title} onClose={onClose}>
      <ConsoleWidget
        session={{
          operations: flow === 'backup' ? ['approve', 'execute'] : ['create'],
          walletAddress: address,
        }}
        flow={flow}
        wallet-address={address}
        onlatchkey-backup-set={refresh}
        onlatchkey-recovery-ready={refresh}
        onlatchkey-cancelled={onClose}
      />
    </Dialog>
  )
}

type Pending = NonNullable<NonNullable<WalletDetails['onChain']>['pendingRecovery']>

function PendingRecovery({ pending }: { pending: Pending }) {
  const nowMs = useNow()
  const effectiveMs = Number(pending.effectiveAtSeconds) * 1_000
  const when = formatShort(new Date(effectiveMs).toISOString())
  return (
    <Notice tone="danger" title={t('A new passkey is proposed')}>
      <p>
        {effectiveMs > nowMs
          ? t(
              'It can take effect from {when} on. If the owner did not ask for it, they must refuse it before then.',
              { when },
            )
          : t(
              'Since {when} anyone can put it into effect. If the owner did not ask for it, they must refuse it now.',
              { when },
            )}
      </p>
      <p className="mt-2 text-muted">{t('Proposed public key, x')}</p>
      <HexText value={`0x${pending.qx}`} what={t('public key, x')} />
    </Notice>
  )
}
