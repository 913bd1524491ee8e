import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { WalletDetails } from '#protocol/wallets.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { walletDetailsQuery } from './wallet-requests.ts'

/** Warns before a form is filled in if the browser cannot use the wallet's passkey on this page. */
export function PasskeyElsewhereByAddress({ address }: { address: string }): ReactElement | null {
  const details = useQuery(secondary('passkey', walletDetailsQuery(address)))
  return details.data === undefined ? null : <PasskeyElsewhere wallet={details.data} />
}

export function PasskeyElsewhere({
  wallet: { rpId },
}: {
  wallet: Pick<WalletDetails, 'rpId'>
}): ReactElement | null {
  const host = window.location.hostname
  if (rpId === undefined || host === rpId || host.endsWith(`.${rpId}`)) return null
  return (
    <Notice
      tone="warning"
      title={t('The passkey of this wallet does not work here')}
      className="mb-4 max-w-prose"
    >
      {t('It works on {domain} and its subdomains, and this page is on {host}. Sign on a page there.', {
        domain: rpId,
        host,
      })}
    </Notice>
  )
}
