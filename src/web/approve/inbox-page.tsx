import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import * as z from 'zod/mini'
import {
  type HeldTransaction,
  heldTransactionListSchema,
  knownTokenListSchema,
} from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { datetimeSchema } from '#protocol/fields.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { storedText } from '#web/ui/stored.ts'
import { t } from '#web/ui/text.ts'
import { isWaiting, MessageList, readMessages } from './message-list.tsx'
import { MuteNotices } from './mute-notices.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { Pending, Moment } from './problem.tsx'
import { TransactionList } from './transaction-list.tsx'
import { usePolled } from './use-polled.ts'

const readWaiting = () => callApprover(APPROVER_ENDPOINTS.listWaiting)

/** The failed calls that can still be executed, then the person's pending transactions, most urgent first. */
export function InboxPage({ tokens, email }: { tokens: readonly KnownToken[]; email: string }): VNode {
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

/**
 * Retry interval while offline, in milliseconds. Browsers do not always report that they are online again.
 */
const RETRY_MS = 5_000

/**
 * Shown if the service does not respond: the last stored data, read-only. A browser does not reliably report
 * the reason.
 */
export function OfflinePage({ retry }: { retry: () => void }): VNode {
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
 * The pending transactions when this device was last online, readable offline. No other response of the
 * service is stored on the device. Covers one inbox of one person, without the numbers. Deleted with the
 * session.
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

/** Deletes the stored transactions. Called when the session ends or another person signs in. */
export function forgetLastSeen(): void {
  stored.write(null)
}
