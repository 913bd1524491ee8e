import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { WalletDetails } from '#protocol/wallets.ts'
import { Card, Disclosure, SkeletonRows } from '#web/console/components/card.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { findPasskey, LastUse } from '#web/console/components/key-facts.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { displayLabel } from '#web/console/lib/display.ts'
import { knownPasskeyQuery } from '#web/console/lib/known-passkey.query.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { WalletKeysList } from './wallet-keys.tsx'
import { walletDetailsQuery } from './wallet-requests.ts'

/** Passkeys of a wallet, as far as the console knows them. */
export function PasskeyCard({ address }: { address: string }): ReactElement {
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
  const { address } = wallet
  const known = useQuery(secondary('passkey', knownPasskeyQuery(address)))
  const isReplaced = wallet.onChain?.isKeyReplaced === true
  const { keys = [] } = wallet
  const main = known.data && findPasskey(known.data, wallet)
  const [only] = keys.length === 1 ? keys : []
  return (
    <div className="flex flex-col gap-3">
      {isReplaced && (
        <Notice tone="warning" title={t('The first passkey is no longer valid')}>
          {t('It was removed, or a recovery replaced it. The wallet is controlled by another passkey.')}
        </Notice>
      )}
      {keys.length > 1 && <WalletKeysList keys={keys} known={known.data} />}
      {only !== undefined && (
        <Facts
          className="grid gap-3 sm:grid-cols-2"
          facts={{
            [t('Name')]: main?.name !== undefined && displayLabel(main.name),
            [t('Last used')]: only.lastUsedAt !== undefined && <LastUse lastUsedAt={only.lastUsedAt} />,
          }}
        />
      )}
      <Disclosure summary={wallet.rpId ?? t('A domain that no longer belongs to the organization')}>
        <Facts
          className="mt-3 grid gap-3 sm:grid-cols-2"
          facts={{
            [t('Works on')]: wallet.rpId && t('{domain} and its subdomains', { domain: wallet.rpId }),
            [t('Created')]: main && !isReplaced && <TimeAgo datetime={main.createdAtDatetime} />,
            [t('Credential ID')]:
              known.data === null ? (
                <span className="text-muted">{t('Unknown: the wallet was created elsewhere.')}</span>
              ) : (
                main && !isReplaced && <HexText value={main.credentialId} what={t('credential ID')} />
              ),
            [t('Public key, x')]: <HexText value={`0x${wallet.qx}`} what={t('public key, x')} />,
            [t('Public key, y')]: <HexText value={`0x${wallet.qy}`} what={t('public key, y')} />,
            [t('Hash of the domain')]: <HexText value={wallet.rpIdHash} what={t('hash of the domain')} />,
          }}
        />
      </Disclosure>
    </div>
  )
}
