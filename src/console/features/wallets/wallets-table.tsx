import { Link } from 'react-router'
import { EXTERNAL_USER_ID_LENGTH_MAX, EXTERNAL_USER_LABEL_LENGTH_MAX } from '#shared/baas/limits.ts'
import type { Wallet } from '#shared/baas/wallets.ts'
import { harmlessText } from '#shared/display/text.ts'
import { HexText } from '#console/components/hex-text.tsx'
import { Cell, HeadCell, Row, ROW_LINK, Table } from '#console/components/table.tsx'
import { TimeAgo } from '#console/components/time-ago.tsx'
import { checksum } from '#console/lib/address-input.ts'
import { paths } from '#console/lib/paths.ts'
import { walletName } from '#console/lib/wallet-name.ts'

export function WalletsTable({ wallets }: { wallets: readonly Wallet[] }) {
  return (
    <Table label="Wallets, newest first">
      <thead>
        <tr>
          <HeadCell>Wallet</HeadCell>
          <HeadCell className="hidden md:table-cell">Address</HeadCell>
          <HeadCell className="hidden xl:table-cell">End-user</HeadCell>
          <HeadCell className="hidden text-right md:table-cell">Created</HeadCell>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <WalletRow key={wallet.id} wallet={wallet} />
        ))}
      </tbody>
    </Table>
  )
}

function WalletRow({ wallet }: { wallet: Wallet }) {
  const address = checksum(wallet.address)
  return (
    <Row linked>
      <Cell>
        <Link to={paths.wallet.href(address)} className={ROW_LINK}>
          {walletName(wallet)}
        </Link>
        <div className="text-sm text-muted xl:hidden">
          <EndUser wallet={wallet} />
        </div>
        <div className="mt-1 md:hidden">
          <HexText value={address} what="wallet address" />
          <TimeAgo datetime={wallet.createdAtDatetime} className="block text-sm text-muted" />
        </div>
      </Cell>
      <Cell className="hidden md:table-cell">
        <HexText value={address} what="wallet address" />
      </Cell>
      <Cell className="hidden text-sm xl:table-cell">
        <EndUser wallet={wallet} />
      </Cell>
      <Cell className="hidden text-right text-sm text-muted md:table-cell">
        <TimeAgo datetime={wallet.createdAtDatetime} />
      </Cell>
    </Row>
  )
}

/** Whom the wallet belongs to: an end-user has a second factor, the organization itself has none. */
export function EndUser({ wallet }: { wallet: Wallet }) {
  if (wallet.externalUserId === '') return <span className="text-muted">Organization</span>
  const id = harmlessText(wallet.externalUserId, EXTERNAL_USER_ID_LENGTH_MAX).text
  const name = harmlessText(wallet.externalUserLabel, EXTERNAL_USER_LABEL_LENGTH_MAX).text
  return (
    <span className="[overflow-wrap:anywhere]">
      {name || id}
      {name !== '' && <span className="block font-mono text-xs text-muted">{id}</span>}
    </span>
  )
}
