import { useCallback, useEffect } from 'preact/hooks'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { t } from '#web/ui/text.ts'
import { callApprover } from './call-approver.ts'
import { keepLastSeen } from './offline-page.tsx'
import { MuteNotices } from './mute-notices.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { Pending } from './problem.tsx'
import { TransactionList } from './transaction-list.tsx'
import { usePolled } from './use-polled.ts'

const readWaiting = () => callApprover(APPROVER_ENDPOINTS.listWaiting)

/** The person's pending transactions, the most urgent first; above them failed ones that can still be executed. */
export function InboxPage({ tokens, email }: { tokens: readonly KnownToken[]; email: string }) {
  const waiting = usePolled(readWaiting)
  const { refresh } = waiting
  const ended = useCallback(() => refresh(), [refresh])
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
              'Anyone who has the signed call can still execute it. Do not pay the same again before its time has passed.',
            )}
          </p>
          <TransactionList transactions={failed} tokens={tokens} ended={ended} />
        </>
      )}
      <p class="muted">{t('Nothing is sent until you approve.')}</p>
      <MuteNotices />
      <Pending {...waiting} retry={ended} />
      {open?.length === 0 && (
        <div class="card">
          <p>{t('No pending approvals.')}</p>
          <p class="muted">{t('A new request appears here by itself, and a mail tells you of it.')}</p>
        </div>
      )}
      {open !== undefined && <TransactionList transactions={open} tokens={tokens} ended={ended} />}
      <NotificationsCard page="inbox" email={email} />
    </>
  )
}
