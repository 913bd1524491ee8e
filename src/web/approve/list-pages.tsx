import { useCallback, useEffect, useState } from 'preact/hooks'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { t } from '#web/ui/text.ts'
import { callApprover } from './call-approver.ts'
import { MuteNotices, NotificationsCard } from './notifications-card.tsx'
import { isWaiting, MessageList, readMessages } from './message-list.tsx'
import { Pending, Moment } from './problem.tsx'
import { TransactionList } from './transaction-list.tsx'
import { usePolled, useLive } from './use-polled.ts'
import {
  type HeldTransaction,
  heldTransactionListSchema,
  knownTokenListSchema,
} from '#protocol/approver-api.ts'
import { Rich } from '#web/ui/rich.tsx'
import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/fields.ts'
import { storedText } from '#web/ui/stored.ts'

const readWaiting = () => callApprover(APPROVER_ENDPOINTS.listWaiting)

/** The person's pending transactions, the most urgent first; above them failed ones that can still be executed. */
export function InboxPage({ tokens, email }: { tokens: readonly KnownToken[]; email: string }) {
  const waiting = usePolled(readWaiting)
  const messages = usePolled(readMessages)
  const signatures = messages.value?.filter(isWaiting)
  const failed = waiting.value?.filter(({ executableUntil }) => executableUntil !== undefined) ?? []
  const open = waiting.value?.filter(({ executableUntil }) => executableUntil === undefined)
  useEffect(() => {
    if (waiting.value !== undefined) keepLastSeen({ email, transactions: waiting.value, tokens })
  }, [waiting.value, email, tokens])
  return (
    <>
      <h1>{t('Waiting for you')}</h1>
      {failed.length > 0 && (
        <>
          <h2>{t('Failed, and can still be executed')}</h2>
          <p class="notice danger" role="alert">
            {t(
              'Anyone who has the signed call can still execute it. Do not make the same payment again before it has expired.',
            )}
          </p>
          <TransactionList transactions={failed} tokens={tokens} ended={waiting.again} />
        </>
      )}
      <p class="muted">{t('This service sends nothing until you approve.')}</p>
      <MuteNotices />
      <Pending {...waiting} retry={waiting.again} />
      {open !== undefined && <Pending {...messages} retry={messages.again} />}
      {signatures !== undefined && <MessageList messages={signatures} ended={messages.again} />}
      {open?.length === 0 && signatures?.length === 0 && (
        <div class="card">
          <p>{t('No pending approvals.')}</p>
          <p class="muted">{t('New requests appear here automatically, and you are notified by mail.')}</p>
        </div>
      )}
      {open !== undefined && <TransactionList transactions={open} tokens={tokens} ended={waiting.again} />}
      <NotificationsCard page="inbox" email={email} />
    </>
  )
}

type Pages = { transactions: HeldTransaction[]; nextCursor?: string | undefined }

/** The newest page, followed by the older pages read so far. */
function withNewest(page: Pages, last: Pages | undefined): Pages {
  if (last === undefined) return page
  const read = new Set(page.transactions.map(({ transactionUuid }) => transactionUuid))
  const others = last.transactions.filter(({ transactionUuid }) => !read.has(transactionUuid))
  return { transactions: [...page.transactions, ...others], nextCursor: last.nextCursor }
}

function withOlder(last: Pages | undefined, page: Pages): Pages {
  return { ...page, transactions: [...(last?.transactions ?? []), ...page.transactions] }
}

/** Decided and ended transactions, page after page. */
export function HistoryPage({ tokens }: { tokens: readonly KnownToken[] }) {
  const [pages, setPages] = useState<Pages>()
  const [problem, setProblem] = useState<unknown>()
  const more = useCallback(async (cursor?: string) => {
    try {
      setProblem(undefined)
      const page = await callApprover(APPROVER_ENDPOINTS.listHistory, {
        query: cursor === undefined ? {} : { cursor },
      })
      setPages((last) => (cursor === undefined ? withNewest(page, last) : withOlder(last, page)))
    } catch (thrown) {
      setProblem(thrown)
    }
  }, [])
  useEffect(() => void more(), [more])
  const again = useCallback(() => void more(), [more])
  useLive(again)
  const messages = usePolled(readMessages)
  const decided = messages.value?.filter((held) => !isWaiting(held)) ?? []
  return (
    <>
      <h1>{t('History')}</h1>
      <p class="muted">
        {t('What you approved and declined, what expired, and what was executed without your approval.')}
      </p>
      <Pending value={pages} problem={problem} retry={() => void more(pages?.nextCursor)} />
      <MessageList messages={decided} ended={messages.again} />
      {pages?.transactions.length === 0 && decided.length === 0 && (
        <div class="card">
          <p>{t('Nothing yet.')}</p>
          <p class="muted">{t('Every decision you make is listed here.')}</p>
        </div>
      )}
      {pages !== undefined && (
        <TransactionList transactions={pages.transactions} tokens={tokens} ended={again} />
      )}
      {pages?.nextCursor !== undefined && (
        <button type="button" class="quiet" onClick={() => void more(pages.nextCursor)}>
          {t('Show more')}
        </button>
      )}
    </>
  )
}

/** Browsers do not always report that they are online again. */
const RETRY_MS = 5_000

/**
 * Without an answer of the service: the last stored data, read-only. A browser does not reliably report the
 * reason.
 */
export function OfflinePage({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [retry])
  const seen = readLastSeen()
  return (
    <>
      <h1>{t('No connection')}</h1>
      <div class="notice caution" role="alert">
        <p>
          {t(
            'You are offline, or the service does not respond: nothing can be approved now. The service sends no pending request without your approval, and they expire.',
          )}
        </p>
        <button type="button" class="quiet" onClick={retry}>
          {t('Try again')}
        </button>
      </div>
      {seen !== undefined && (
        <>
          <p class="muted">
            <Rich
              text="Pending on {time}, read-only:"
              parts={{ time: <Moment at={seen.seenAtDatetime} /> }}
            />
          </p>
          {seen.transactions.length === 0 && <p class="card">{t('Nothing was pending.')}</p>}
          <TransactionList transactions={seen.transactions} tokens={seen.tokens} frozen />
        </>
      )}
    </>
  )
}

/**
 * The pending transactions when this device was last online, to be read offline. The only answer of the service stored
 * on the device: one inbox of one person, without the numbers; deleted with the session.
 */
const lastSeenSchema = z.object({
  email: z.string(),
  seenAtDatetime: datetimeSchema,
  transactions: heldTransactionListSchema,
  tokens: knownTokenListSchema,
})
type LastSeen = z.infer<typeof lastSeenSchema>

const stored = storedText('latchkey-approvals-last-seen')

type Seen = { email: string; transactions: readonly HeldTransaction[]; tokens: readonly KnownToken[] }

export function keepLastSeen({ email, transactions, tokens }: Seen): void {
  const withoutNumbers = transactions.map((held) => ({ ...held, numbers: undefined }))
  const seen = { email, seenAtDatetime: new Date().toISOString(), transactions: withoutNumbers, tokens }
  stored.write(JSON.stringify(seen))
}

export function readLastSeen(): LastSeen | undefined {
  try {
    return lastSeenSchema.parse(JSON.parse(stored.read() ?? ''))
  } catch {
    return undefined
  }
}

/** When the session has ended, or another person's has begun. */
export function forgetLastSeen(): void {
  stored.write(null)
}
