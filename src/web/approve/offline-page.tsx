import { useEffect } from 'preact/hooks'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { readLastSeen } from './last-seen.ts'
import { Moment } from './times.tsx'
import { TransactionList } from './transaction-list.tsx'

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
            'You are offline, or the service does not answer: nothing can be approved now. What waits is not sent without you, and expires by itself.',
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
              text="What waited for you on {time}, to be read only:"
              parts={{ time: <Moment at={seen.seenAtDatetime} /> }}
            />
          </p>
          {seen.transactions.length === 0 && <p class="card">{t('Nothing waited.')}</p>}
          <TransactionList transactions={seen.transactions} tokens={seen.tokens} frozen />
        </>
      )}
    </>
  )
}
