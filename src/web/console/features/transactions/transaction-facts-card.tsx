import { EXTERNAL_USER_ID_LENGTH_MAX } from '#protocol/limits.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { Card, Facts } from '#web/console/components/card.tsx'
import { CopyButton, HexText, NextTry, TimeAgo } from '#web/console/components/values.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { formatAbsolute, formatShort } from '#web/console/lib/format-time.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import type { ShownTransaction } from './organization-transactions.ts'
import { endUserName, nextStepTitle, sourceText, stepTitle } from './transaction-words.ts'
import type { ShownTimeline } from './transaction-timeline.ts'
import { TextLink } from '#web/console/components/button.tsx'
import type { TransactionDelivery } from '#protocol/organization-transactions.ts'
import { StateBadge, deliveryLook } from '#web/console/components/badge.tsx'

type TransactionFactsCardProps = {
  transaction: ShownTransaction
  /** Whether the service reports the end-users of transactions. */
  ownersKnown: boolean
}

export function TransactionFactsCard({ transaction, ownersKnown }: TransactionFactsCardProps) {
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
            <Mark look={lookOf(kind)} isLast={index === steps.length - 1 && next === null} />
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

function lookOf(kind: string): keyof typeof DOTS {
  if (kind === 'confirmed') return 'good'
  return ['declined', 'reported', 'expired', 'failed'].includes(kind) ? 'bad' : 'done'
}

function Mark({ look, isLast }: { look: keyof typeof DOTS; isLast: boolean }) {
  return (
    <span aria-hidden="true" className="relative flex w-3 shrink-0 justify-center">
      {!isLast && <span className="absolute top-3 -bottom-4 w-px bg-line" />}
      <span className={`relative mt-1 size-2.5 rounded-full ${DOTS[look]}`} />
    </span>
  )
}

/** The webhook deliveries of a transaction. `null`: the service does not report them. */
export function DeliveriesCard({ deliveries }: { deliveries: readonly TransactionDelivery[] | null }) {
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
      <ul className="divide-y divide-line">
        {rows.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Card>
  )
}

function Delivery({ delivery }: { delivery: TransactionDelivery }) {
  const { nextAttemptAtDatetime: nextAt } = delivery
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <code className="mr-auto font-mono text-sm">{delivery.type}</code>
        <StateBadge {...deliveryLook(delivery)} />
      </div>
      <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">{delivery.url}</p>
      <p className="text-sm text-muted">
        {attemptText(delivery)} {nextAt !== null && <NextTry datetime={nextAt} />}
      </p>
    </li>
  )
}

/** A delivery's number of attempts, and the result of the last one. */
export function attemptText({ attempts }: Pick<TransactionDelivery, 'attempts'>): string {
  const [last] = attempts
  if (last === undefined) return t('Not attempted yet.')
  const { responseStatus, problem, durationMs } = last
  const values = { count: attempts.length, durationMs }
  if (responseStatus !== null) {
    return t(
      '{count, plural, one {# attempt} other {# attempts}}, the last answered with {status} after {durationMs} ms.',
      { ...values, status: String(responseStatus) },
    )
  }
  if (problem === null) {
    return t(
      '{count, plural, one {# attempt} other {# attempts}}, the last without an answer after {durationMs} ms.',
      values,
    )
  }
  return t(
    '{count, plural, one {# attempt} other {# attempts}}, the last without an answer ({problem}) after {durationMs} ms.',
    { ...values, problem },
  )
}
