import { useCallback, useEffect, useState } from 'preact/hooks'
import type { KnownToken } from '#shared/display/call-description.ts'
import type { HeldTransaction } from '#shared/org/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#shared/org/approver-endpoints.ts'
import { callApprover } from './call-approver.ts'
import { Problem } from './problem.tsx'
import { Skeleton } from './skeleton.tsx'
import { TransactionList } from './transaction-list.tsx'

type Pages = { transactions: HeldTransaction[]; nextCursor?: string | undefined }

/** What was decided or has ended, page after page. */
export function HistoryPage({ tokens }: { tokens: readonly KnownToken[] }) {
  const [pages, setPages] = useState<Pages>()
  const [problem, setProblem] = useState<unknown>()
  const more = useCallback(async (cursor?: string) => {
    try {
      setProblem(undefined)
      const page = await callApprover(APPROVER_ENDPOINTS.listHistory, {
        query: cursor === undefined ? {} : { cursor },
      })
      setPages((last) => ({
        transactions: [...(cursor === undefined ? [] : (last?.transactions ?? [])), ...page.transactions],
        nextCursor: page.nextCursor,
      }))
    } catch (thrown) {
      setProblem(thrown)
    }
  }, [])
  useEffect(() => void more(), [more])
  return (
    <>
      <h1>History</h1>
      <p class="lede">What you approved and declined, and what expired.</p>
      <Problem problem={problem} retry={() => void more(pages?.nextCursor)} />
      {pages === undefined && problem === undefined && <Skeleton />}
      {pages?.transactions.length === 0 && (
        <div class="empty">
          <p>Nothing yet.</p>
          <p class="muted">Every decision you make is listed here.</p>
        </div>
      )}
      {pages !== undefined && <TransactionList transactions={pages.transactions} tokens={tokens} />}
      {pages?.nextCursor !== undefined && (
        <button type="button" class="quiet" onClick={() => void more(pages.nextCursor)}>
          Show more
        </button>
      )}
    </>
  )
}
