import { memo, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Wallet } from '#protocol/baas/wallets.ts'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Cell, Row, ROW_LINK } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { language, subscribeToLanguage } from '#web/ui/language.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { EndUser } from './wallet-owner.tsx'

type WalletRowProps = {
  wallet: Wallet
  /** Its index in the list. */
  index: number
  /** Whether columns fit: an address is dozens of elements, and is rendered once. */
  isWide: boolean
  measure: (row: Element | null) => void
}

/** Memoized: scrolling renders only changed rows. */
export const WalletRow = memo(function WalletRow({ wallet, index, isWide, measure }: WalletRowProps) {
  useSyncExternalStore(subscribeToLanguage, language)
  const address = checksum(wallet.address)
  return (
    // The first row is the header's.
    <Row linked ref={measure} data-index={index} aria-rowindex={index + 2}>
      <Cell>
        <Link to={paths.wallet.href(address)} className={`${ROW_LINK} [overflow-wrap:anywhere]`}>
          {walletName(wallet)}
        </Link>
        <div className="text-sm text-muted xl:hidden">
          <EndUser wallet={wallet} />
        </div>
        {!isWide && (
          <div className="mt-1">
            <HexText value={address} what={t('wallet address')} />
            <TimeAgo datetime={wallet.createdAtDatetime} className="block text-sm text-muted" />
          </div>
        )}
      </Cell>
      {isWide && (
        <Cell>
          <HexText value={address} what={t('wallet address')} />
        </Cell>
      )}
      <Cell className="hidden text-sm xl:table-cell">
        <EndUser wallet={wallet} />
      </Cell>
      {isWide && (
        <Cell className="text-right text-sm text-muted">
          <TimeAgo datetime={wallet.createdAtDatetime} />
        </Cell>
      )}
    </Row>
  )
})
