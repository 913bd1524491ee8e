import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { Card, EmptyState, Fact, FactList, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { t } from '#web/ui/text.ts'
import type { shownTransactionSchema } from '#protocol/hosted-upstream.ts'
import { callTitle, executableText, feeText, reasonText } from '#web/console/lib/call-texts.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { CallFields, RawBytes, CallWarnings, CallParty } from '#web/console/components/call-fields.tsx'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { StatusBadge } from '#web/console/components/badge.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useDescribe, useCallContext } from '#web/console/lib/use-call-context.ts'
import { RowLink } from '#web/console/components/table.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { transactionsQuery, type TransactionsFilter } from './activity-requests.ts'

type ActivityCardProps = {
  title: string
  filter: TransactionsFilter
  emptyText: string
  /** Links to older or newer ones, by the next cursor. */
  pager?: (nextCursor: string | null) => ReactNode
}

export function ActivityCard(props: ActivityCardProps) {
  const { title, filter, emptyText, pager } = props
  const transactions = useQuery(transactionsQuery(filter))
  return (
    <Card title={title} flush>
      <Loaded
        query={transactions}
        skeleton={<SkeletonRows rows={3} label={t('Loading the activity')} />}
        isEmpty={({ content }) => content.length === 0 && filter.cursor === undefined}
        empty={
          <EmptyState icon="clock" title={t('No transactions yet')}>
            {emptyText}
          </EmptyState>
        }
      >
        {({ content, nextCursor }) => (
          <>
            <ul className="divide-y divide-line">
              {content.map((transaction) => (
                <TransactionRow key={transaction.transactionUuid} transaction={transaction} />
              ))}
            </ul>
            {pager?.(nextCursor)}
          </>
        )}
      </Loaded>
    </Card>
  )
}

type TransactionRowProps = { transaction: z.infer<typeof shownTransactionSchema> }

function TransactionRow({ transaction }: TransactionRowProps) {
  const description = useDescribe()(transaction)
  const executable = executableText(transaction)
  return (
    <li>
      <details className="group">
        <summary className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 sm:flex-nowrap">
          <span className="mr-auto flex min-w-0 items-start gap-2">
            <Icon name="next" className="mt-1 size-3 text-faint transition-transform group-open:rotate-90" />
            <span className="min-w-0">
              <span className="block font-medium tabular-nums [overflow-wrap:anywhere]">
                {callTitle(description)}
              </span>
              <CallParty description={description} />
              {executable !== null && <span className="block text-sm text-danger">{executable}</span>}
            </span>
          </span>
          <span className="ml-5 flex items-center gap-3 sm:ml-0">
            <StatusBadge {...transaction} />
            <TimeAgo
              datetime={transaction.createdAtDatetime}
              className="min-w-24 text-sm text-muted sm:text-right"
            />
          </span>
        </summary>
        <TransactionDetails transaction={transaction} description={description} />
      </details>
    </li>
  )
}

type TransactionDetailsProps = TransactionRowProps & { description: CallDescription | null }

function TransactionDetails({ transaction, description }: TransactionDetailsProps) {
  const { tokens } = useCallContext()
  return (
    <div className="border-t border-line bg-canvas px-4 py-4 sm:pl-9">
      <DetailsHead transaction={transaction} />
      <CallWarnings description={description} className="mb-4" />
      <dl className="grid gap-x-8 gap-y-3 xl:grid-cols-2">
        <FactList
          facts={{
            [t('Transaction hash')]: transaction.transactionHash !== undefined && (
              <HexText value={transaction.transactionHash} what={t('transaction hash')} />
            ),
          }}
        />
        {description !== null && <CallFields description={description} />}
        <FactList
          facts={{
            [t('Fee')]: feeText(transaction, tokens),
            [t('Block')]: transaction.blockNumber,
            [t('Accepted')]: formatAbsolute(transaction.createdAtDatetime),
            [t('Fingerprint')]: fingerprint(transaction.digest),
            [t('Signed digest')]: <HexText value={transaction.digest} what={t('signed digest')} />,
            [t('Transaction id')]: (
              <code className="font-mono text-sm break-all">{transaction.transactionUuid}</code>
            ),
          }}
        />
        {description?.kind !== 'unknown' && (
          <Fact name={t('Calldata, as signed')} className="xl:col-span-2">
            <RawBytes hex={transaction.data} name={t('calldata')} />
          </Fact>
        )}
      </dl>
    </div>
  )
}

function DetailsHead({ transaction }: Pick<TransactionRowProps, 'transaction'>) {
  const { transactionUuid, status, reason } = transaction
  return (
    <div className="mb-4 flex flex-col gap-4">
      <TextLink to={paths.transaction.href(transactionUuid)} className="w-fit">
        {t('Open the transaction')}
      </TextLink>
      {reason !== undefined && (
        <Notice tone="danger" title={status === 'FAILED' ? t('Why it failed') : t('Why it was not sent')}>
          {reasonText(reason)}
        </Notice>
      )}
    </div>
  )
}

const SHOWN_MAX = 5

/** A wallet's pending transactions. Nothing without any. */
export function PendingCard({ address }: { address: string }) {
  const { data } = useQuery(
    transactionsQuery({ wallet: address, status: 'PENDING_USER_APPROVAL', limit: '20' }),
  )
  const describe = useDescribe()
  if (data === undefined || data.content.length === 0) return null
  const { content } = data
  return (
    <Card
      title={t('Waiting for the end-user')}
      actions={
        content.length > SHOWN_MAX && (
          <TextLink to={paths.pendingTransactions.href({ wallet: address })}>{t('Show all')}</TextLink>
        )
      }
      flush
    >
      <ul className="divide-y divide-line">
        {content.slice(0, SHOWN_MAX).map((transaction) => (
          <li
            key={transaction.transactionUuid}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover"
          >
            <div className="mr-auto min-w-0">
              <RowLink to={paths.transaction.href(transaction.transactionUuid)}>
                {callTitle(describe(transaction))}
              </RowLink>
              <CallParty description={describe(transaction)} />
            </div>
            <StatusBadge status={transaction.status} />
            <TimeAgo datetime={transaction.createdAtDatetime} className="text-sm text-muted" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
