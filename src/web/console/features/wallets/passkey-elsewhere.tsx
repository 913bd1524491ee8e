import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { WalletDetails } from '#protocol/wallets.ts'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { walletDetailsQuery } from './wallet-requests.ts'

type Signing = Pick<WalletDetails, 'rpId'>

/**
 * Renders its children unless the browser cannot use the wallet's passkey on this page. Then it renders the reason
 * instead, so that nobody fills in a form or confirms a call that cannot be signed here. Waits for the wallet's domain.
 * If the service does not report it, the children are displayed, and stay with their input when it is known later.
 */
export function PasskeyHere({ address, children }: { address: string; children: ReactNode }): ReactElement {
  const { data: wallet, isPending } = useQuery(secondary('passkey', walletDetailsQuery(address)))
  const [startedUnknown, setStartedUnknown] = useState<string>()
  const isUnknown = !isPending && wallet === undefined
  if (isUnknown && startedUnknown !== address) setStartedUnknown(address)
  if (isPending) return <SkeletonRows label={t('Loading the passkey')} />
  const canSign = wallet === undefined || worksHere(wallet)
  return (
    <>
      {!canSign && <PasskeyElsewhere wallet={wallet} />}
      {(canSign || startedUnknown === address) && children}
    </>
  )
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
