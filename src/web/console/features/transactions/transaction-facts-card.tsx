import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX } from '#protocol/limits.ts'
import type { Requester } from '#protocol/requester.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { findPasskey, KeyWords, passkeyName } from '#web/console/components/key-facts.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { formatShort, displayLabel, displayName, walletName } from '#web/console/lib/display.ts'
import { knownPasskeyQuery } from '#web/console/lib/known-passkey.query.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.tsx'
import { endUserName } from './transaction-words.ts'

type TransactionFactsCardProps = {
  transaction: ShownTransaction
  /** Whether the service reports the end-users of transactions. */
  ownersKnown: boolean
  requester?: Requester | undefined
}

export function TransactionFactsCard({
  transaction,
  ownersKnown,
  requester,
}: TransactionFactsCardProps): ReactElement {
  const address = checksum(transaction.walletAddress)
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Verification words')]: (
            <>
              <span className="font-medium">{fingerprint(transaction.digest)}</span>
              <span className="block text-sm text-muted">
                {t('The widget and the approval app display the same four words.')}
              </span>
            </>
          ),
          [t('Wallet')]: (
            <>
              <TextLink to={paths.wallet.href(address)} className="block w-fit">
                {walletName({ label: transaction.walletLabel })}
              </TextLink>
              <HexText value={address} what={t('wallet address')} names="book" />
            </>
          ),
          [t('End-user')]: <EndUser transaction={transaction} ownersKnown={ownersKnown} />,
          [t('Signed with')]: <SigningKey transaction={transaction} />,
          [t('Requested by')]: requester !== undefined && <RequesterText requester={requester} />,
          [t('Signature valid until')]: formatShort(
            new Date(Number(transaction.expiration) * 1_000).toISOString(),
          ),
          [t('Transaction ID')]: (
            <>
              <code className="font-mono text-sm break-all">{transaction.transactionUuid}</code>
              <CopyButton text={transaction.transactionUuid} what={t('transaction ID')} />
            </>
          ),
        }}
      />
    </Card>
  )
}

/**
 * The wallet's passkey that signed: its number at that time, its name if known, and its verification words.
 */
function SigningKey({ transaction: { signingKey, walletAddress } }: { transaction: ShownTransaction }) {
  const known = useQuery({
    ...secondary('passkey', knownPasskeyQuery(walletAddress)),
    enabled: signingKey !== undefined,
  })
  if (signingKey === undefined)
    return <span className="text-muted">{t('This service does not know which passkey signed')}</span>
  return (
    <>
      {passkeyName(signingKey.number, findPasskey(known.data, signingKey))}
      <span className="block text-sm">
        <KeyWords {...signingKey} />
      </span>
    </>
  )
}

/** The requester as named by the holder of the API key, and the API key, which is verified. */
function RequesterText({ requester: { apiKey, namedByKey: named, ipAddress } }: { requester: Requester }) {
  const name = displayName(named?.name ?? '')
  const address = named?.ipAddress ?? ipAddress
  return (
    <>
      {named?.kind === 'administrator' && <p>{t('{name}, in the console', { name })}</p>}
      {named?.kind === 'integration' && (
        <TextLink to={paths.integration.href(named.id)}>{t('Widget of {name}', { name })}</TextLink>
      )}
      <p className="text-sm text-muted">
        {named?.origin} {address !== undefined && t('from {address}', { address })}
      </p>
      {apiKey !== undefined && (
        <TextLink to={paths.apiKey.href(apiKey.id)}>
          {t('API key {name}', { name: displayLabel(apiKey.label) })}
        </TextLink>
      )}
    </>
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
