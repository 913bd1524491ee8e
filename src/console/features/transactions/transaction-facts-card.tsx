import { Link } from 'react-router'
import { EXTERNAL_USER_ID_LENGTH_MAX } from '#shared/baas/limits.ts'
import { fingerprint } from '#shared/display/fingerprint.ts'
import { harmlessText } from '#shared/display/text.ts'
import { Card } from '#console/components/card.tsx'
import { CopyButton } from '#console/components/copy-button.tsx'
import { Fact, Facts } from '#console/components/facts.tsx'
import { HexText } from '#console/components/hex-text.tsx'
import { checksum } from '#console/lib/address-input.ts'
import { formatAbsolute } from '#console/lib/format-time.ts'
import { paths } from '#console/lib/paths.ts'
import { walletName } from '#console/lib/wallet-name.ts'
import type { ShownTransaction } from './transaction-record.ts'
import { endUserName } from './transaction-words.ts'

type TransactionFactsCardProps = {
  transaction: ShownTransaction
  /** Whether the service tells whose transactions are. */
  ownersKnown: boolean
}

export function TransactionFactsCard({ transaction, ownersKnown }: TransactionFactsCardProps) {
  const address = checksum(transaction.walletAddress)
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Fingerprint">
          <span className="font-medium">{fingerprint(transaction.digest)}</span>
          <span className="block text-sm text-muted">
            The same four words stand in the widget and in the approval app.
          </span>
        </Fact>
        <Fact name="Wallet">
          <Link
            to={paths.wallet.href(address)}
            className="block w-fit rounded-sm font-medium text-accent-text hover:underline"
          >
            {walletName({ label: transaction.walletLabel })}
          </Link>
          <HexText value={address} what="wallet address" />
        </Fact>
        <Fact name="End-user">
          <EndUser transaction={transaction} ownersKnown={ownersKnown} />
        </Fact>
        {transaction.transactionHash !== undefined && (
          <Fact name="Transaction hash">
            <HexText value={transaction.transactionHash} what="transaction hash" />
          </Fact>
        )}
        <Fact name="Signature valid until">
          {formatAbsolute(new Date(Number(transaction.expiration) * 1_000).toISOString())}
        </Fact>
        <Fact name="Transaction id">
          <code className="font-mono text-sm break-all">{transaction.transactionUuid}</code>
          <CopyButton text={transaction.transactionUuid} what="transaction id" />
        </Fact>
      </Facts>
    </Card>
  )
}

function EndUser({ transaction, ownersKnown }: TransactionFactsCardProps) {
  if (!ownersKnown) return <span className="text-muted">Not told by the hosted service</span>
  const name = endUserName(transaction)
  if (name === null) return <span className="text-muted">None: the organization operates this wallet</span>
  const { externalUserId, email } = transaction
  const id = harmlessText(externalUserId, EXTERNAL_USER_ID_LENGTH_MAX).text
  return (
    <>
      {name}
      {email !== undefined && email !== name && <span className="block text-sm">{email}</span>}
      {id !== name && <span className="block font-mono text-xs text-muted">{id}</span>}
    </>
  )
}
