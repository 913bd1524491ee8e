import { useEffect } from 'preact/hooks'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { Moment } from './times.tsx'
import { TransactionList } from './transaction-list.tsx'
import * as z from 'zod/mini'
import { datetimeSchema } from '#protocol/fields.ts'
import {
  heldTransactionListSchema,
  knownTokenListSchema,
  type HeldTransaction,
} from '#protocol/approver-api.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { storedText } from '#web/ui/stored.ts'

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
            'You are offline, or the service does not answer: nothing can be approved now. Pending requests are not sent without your approval, and expire.',
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
