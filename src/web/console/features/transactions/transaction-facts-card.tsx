import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EXTERNAL_USER_ID_LENGTH_MAX } from '#protocol/limits.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { Card, Facts } from '#web/console/components/card.tsx'
import { CopyButton, HexText, TimeAgo } from '#web/console/components/values.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import {
  formatAbsolute,
  formatShort,
  displayLabel,
  displayName,
  walletName,
} from '#web/console/lib/display.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { findPasskey, KeyWords, passkeyName } from '#web/console/components/key-facts.tsx'
import { knownPasskeyQuery } from '#web/console/lib/known-passkey.query.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.tsx'
import { endUserName, nextStepTitle, sourceText, stepTitle } from './transaction-words.ts'
import type { ShownTimeline } from './transaction-timeline.ts'
import { TextLink } from '#web/console/components/button.tsx'
import type { Requester, TimelineStepKind, TransactionDelivery } from '#protocol/organization-transactions.ts'

type TransactionFactsCardProps = {
  transaction: ShownTransaction
  /** Whether the service reports the end-users of transactions. */
  ownersKnown: boolean
  requester?: Requester | undefined
}

export function TransactionFactsCard({ transaction, ownersKnown, requester }: TransactionFactsCardProps) {
  const address = checksum(transaction.walletAddress)
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Fingerprint')]: (
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
          [t('Signature valid until')]: formatAbsolute(
            new Date(Number(transaction.expiration) * 1_000).toISOString(),
          ),
          [t('Transaction id')]: (
            <>
              <code className="font-mono text-sm break-all">{transaction.transactionUuid}</code>
              <CopyButton text={transaction.transactionUuid} what={t('transaction id')} />
            </>
          ),
        }}
      />
    </Card>
  )
}

/** The wallet's passkey that signed: its number then, its name if known, and its verification words. */
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

/** The requester that the key's holder named, and the key itself, which is certain. */
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

const DOTS = {
  done: 'bg-line-strong',
  good: 'bg-success-solid',
  bad: 'bg-danger-solid',
  next: 'border-2 border-line-strong bg-surface',
}

/** A transaction's steps, and the next automatic one. */
export function TimelineCard({ timeline }: { timeline: ShownTimeline }) {
  const { transaction, steps } = timeline
  const next = nextStepTitle(transaction)
  return (
    <Card title={t('Timeline')}>
      <ol className="flex flex-col">
        {steps.map(({ kind, atDatetime }, index) => (
          <li key={`${kind}-${atDatetime}`} className="relative flex gap-3 pb-4 last:pb-0">
            <Mark look={LOOKS[kind]} isLast={index === steps.length - 1 && next === null} />
            <div className="min-w-0">
              <p className="font-medium">{stepTitle(kind, transaction)}</p>
              <p className="text-sm text-muted">
                {formatShort(atDatetime)} · <TimeAgo datetime={atDatetime} />
              </p>
              {kind === 'held' && transaction.approval !== undefined && (
                <p className="text-sm text-muted">
                  {t('Open until {time}', { time: formatShort(transaction.approval.expiresAtDatetime) })}
                </p>
              )}
            </div>
          </li>
        ))}
        {next !== null && (
          <li className="relative flex gap-3">
            <Mark look="next" isLast />
            <p className="text-muted">{next}</p>
          </li>
        )}
      </ol>
      {transaction.learntFrom !== undefined && (
        <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
          {sourceText(transaction.learntFrom)}
        </p>
      )}
    </Card>
  )
}

const LOOKS: Record<TimelineStepKind, keyof typeof DOTS> = {
  submitted: 'done',
  'found-on-chain': 'done',
  held: 'done',
  notified: 'done',
  reminded: 'done',
  seen: 'done',
  approved: 'done',
  declined: 'bad',
  reported: 'bad',
  expired: 'bad',
  withdrawn: 'bad',
  sent: 'done',
  'executed-without-approval': 'bad',
  'executed-against-policy': 'bad',
  confirmed: 'good',
  failed: 'bad',
  cancelled: 'done',
}

function Mark({ look, isLast }: { look: keyof typeof DOTS; isLast: boolean }) {
  return (
    <span aria-hidden="true" className="relative flex w-3 shrink-0 justify-center">
      {!isLast && <span className="absolute top-3 -bottom-4 w-px bg-line" />}
      <span className={`relative mt-1 size-2.5 rounded-full ${DOTS[look]}`} />
    </span>
  )
}

type DeliveriesCardProps = {
  /** `null`: the service does not report them. */
  deliveries: readonly TransactionDelivery[] | null
  row: (delivery: TransactionDelivery) => ReactNode
}

export function DeliveriesCard({ deliveries, row }: DeliveriesCardProps) {
  const rows = deliveries ?? []
  return (
    <Card title={t('Webhook deliveries')} flush={rows.length > 0}>
      {rows.length === 0 && (
        <p className="text-sm text-muted">
          {deliveries === null
            ? t(
                'The hosted service does not report its webhook deliveries. Look for them in your own backend.',
              )
            : t(
                'None. Events from before an endpoint was registered are not sent, and there is no event while a transaction waits for approval.',
              )}
        </p>
      )}
      <ul className="divide-y divide-line">{rows.map(row)}</ul>
    </Card>
  )
}
