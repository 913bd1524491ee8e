import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { WalletDetails } from '#protocol/wallets.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { walletDetailsQuery } from './wallet-requests.ts'

type Signing = Pick<WalletDetails, 'rpId'>

/**
 * Renders its children unless the browser cannot use the wallet's passkey on this page. Then it renders the reason
 * instead, so that nobody fills in a form or confirms a call that cannot be signed here.
 */
export function PasskeyHere({ address, children }: { address: string; children: ReactNode }): ReactNode {
  const { data: wallet } = useQuery(secondary('passkey', walletDetailsQuery(address)))
  return wallet === undefined || worksHere(wallet) ? children : <PasskeyElsewhere wallet={wallet} />
}

/** Whether the browser can use the wallet's passkey on this page. True if the wallet's domain is unknown. */
export function worksHere({ rpId }: Signing): boolean {
  const host = window.location.hostname
  return rpId === undefined || host === rpId || host.endsWith(`.${rpId}`)
}

/** The domain on which the wallet's passkey works. Renders nothing if it works on this page. */
export function PasskeyElsewhere({ wallet }: { wallet: Signing }): ReactElement | null {
  if (worksHere(wallet)) return null
  return (
    <Notice
      tone="warning"
      title={t('The passkey of this wallet does not work here')}
      className="mb-4 max-w-prose"
    >
      {t('It works on {domain} and its subdomains, and this page is on {host}. Sign on a page there.', {
        domain: wallet.rpId ?? '',
        host: window.location.hostname,
      })}
    </Notice>
  )
}
