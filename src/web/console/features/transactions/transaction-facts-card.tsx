import { Link } from 'react-router'
import { EXTERNAL_USER_ID_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { type ShownTransaction } from './organization-transactions.ts'
import { endUserName } from './transaction-words.ts'

type TransactionFactsCardProps = {
  transaction: ShownTransaction
  /** Whether the service reports the end-users of transactions. */
  ownersKnown: boolean
}

export function TransactionFactsCard({ transaction, ownersKnown }: TransactionFactsCardProps) {
  const address = checksum(transaction.walletAddress)
  return (
    <Card title={t('Details')}>
      <Facts>
        <Fact name={t('Fingerprint')}>
          <span className="font-medium">{fingerprint(transaction.digest)}</span>
          <span className="block text-sm text-muted">
            {t('The widget and the approval app display the same four words.')}
          </span>
        </Fact>
        <Fact name={t('Wallet')}>
          <Link
            to={paths.wallet.href(address)}
            className="block w-fit rounded-sm font-medium text-accent-text hover:underline"
          >
            {walletName({ label: transaction.walletLabel })}
          </Link>
          <HexText value={address} what={t('wallet address')} />
        </Fact>
        <Fact name={t('End-user')}>
          <EndUser transaction={transaction} ownersKnown={ownersKnown} />
        </Fact>
        <Fact name={t('Signature valid until')}>
          {formatAbsolute(new Date(Number(transaction.expiration) * 1_000).toISOString())}
        </Fact>
        <Fact name={t('Transaction id')}>
          <code className="font-mono text-sm break-all">{transaction.transactionUuid}</code>
          <CopyButton text={transaction.transactionUuid} what={t('transaction id')} />
        </Fact>
      </Facts>
    </Card>
  )
}

function EndUser({ transaction, ownersKnown }: TransactionFactsCardProps) {
  if (!ownersKnown) return <span className="text-muted">{t('Not reported by the hosted service')}</span>
  const name = endUserName(transaction)
  if (name === null)
    return <span className="text-muted">{t('None: the organization operates this wallet')}</span>
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
