import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { t } from '#web/ui/text.ts'
import { isWaiting, MessageList, readMessages } from './message-list.tsx'
import { Pending } from './problem.tsx'
import { TransactionList } from './transaction-list.tsx'
import { usePolled, useLive } from './use-polled.ts'

type Pages = { transactions: HeldTransaction[]; nextCursor?: string | undefined }

/** Returns the newest page, followed by the older pages read so far. */
function withNewest(page: Pages, last: Pages | undefined): Pages {
  if (last === undefined) return page
  const read = new Set(page.transactions.map(({ transactionUuid }) => transactionUuid))
  const others = last.transactions.filter(({ transactionUuid }) => !read.has(transactionUuid))
  return { transactions: [...page.transactions, ...others], nextCursor: last.nextCursor }
}

function withOlder(last: Pages | undefined, page: Pages): Pages {
  return { ...page, transactions: [...(last?.transactions ?? []), ...page.transactions] }
}

/** Decided and ended transactions, with pagination. */
export function HistoryPage({ tokens }: { tokens: readonly KnownToken[] }): VNode {
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
