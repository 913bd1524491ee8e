import { useQuery } from '@tanstack/react-query'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WalletDetails } from '#protocol/org/wallets.ts'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { walletDetailsQuery } from './wallet-requests.ts'

/** Who can recover a wallet after the loss of its passkey, and whether a recovery is in progress. */
export function RecoveryCard({ address }: { address: string }) {
  const details = useQuery(walletDetailsQuery(address))
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
      {hasBackup ? (
        <Facts>
          <Fact name={t('Backup address')}>
            <HexText value={onChain.backupAddress} what={t('backup address')} />
          </Fact>
        </Facts>
      ) : (
        <Notice tone="warning" title={t('No backup address')}>
          {t(
            'If the passkey is lost, this wallet cannot be recovered. Its owner can set a backup address with the passkey.',
          )}
        </Notice>
      )}
      {requested !== undefined && !sameAddress(requested, onChain.backupAddress) && (
        <Facts>
          <Fact name={t('Requested at creation, not signed yet')}>
            <HexText value={requested} what={t('backup address')} />
          </Fact>
        </Facts>
      )}
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
              {
                when,
              },
            )
          : t(
              'Since {when} anyone can let it take effect. If the owner did not ask for it, they must refuse it now.',
              {
                when,
              },
            )}
      </p>
      <p className="mt-2 text-muted">{t('Proposed public key, x')}</p>
      <HexText value={`0x${pending.qx}`} what={t('public key, x')} />
    </Notice>
  )
}
