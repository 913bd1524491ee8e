import { useQuery } from '@tanstack/react-query'
import type { WalletDetails } from '#protocol/org/wallets.ts'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { knownPasskeyQuery, walletDetailsQuery } from './wallet-requests.ts'

/** The passkey that a wallet obeys, as far as it is known to the console. */
export function PasskeyCard({ address }: { address: string }) {
  const details = useQuery(walletDetailsQuery(address))
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
      {isReplaced && <ReplacedNotice />}
      <Facts>
        <Fact name={t('Works on')}>
          {wallet.rpId ?? t('A domain that no longer belongs to the organization')}
          <span className="block text-sm text-muted">{t('and on its subdomains')}</span>
        </Fact>
        {known.data && !isReplaced && (
          <>
            <Fact name={t('Created')}>
              <TimeAgo datetime={known.data.createdAtDatetime} />
            </Fact>
            <Fact name={t('Credential id')}>
              <HexText value={known.data.credentialId} what={t('credential id')} />
            </Fact>
          </>
        )}
        {known.data === null && (
          <Fact name={t('Credential id')}>
            <span className="text-muted">{t('Unknown: the wallet was created elsewhere.')}</span>
          </Fact>
        )}
        <Fact name={t('Public key, x')}>
          <HexText value={`0x${wallet.qx}`} what={t('public key, x')} />
        </Fact>
        <Fact name={t('Public key, y')}>
          <HexText value={`0x${wallet.qy}`} what={t('public key, y')} />
        </Fact>
        <Fact name={t('Hash of the domain')}>
          <HexText value={wallet.rpIdHash} what={t('hash of the domain')} />
        </Fact>
      </Facts>
    </div>
  )
}

function ReplacedNotice() {
  return (
    <Notice tone="warning" title={t('Replaced by a recovery')}>
      {t('The wallet is controlled by another passkey than the one it was created with.')}
    </Notice>
  )
}
