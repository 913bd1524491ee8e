import type { VNode } from 'preact'
import type { HeldMessage } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { t } from '#web/ui/text.ts'
import { nameText } from './names.tsx'
import { Countdown, Moment } from './problem.tsx'
import { hrefs } from './route.ts'
import { statusWords } from './status-words.ts'

/** The person's messages of the last 30 days, newest first. */
export const readMessages = (): Promise<readonly HeldMessage[]> =>
  callApprover(APPROVER_ENDPOINTS.listMessages)

export const isWaiting = ({ status }: HeldMessage): boolean => status === 'PENDING_USER_APPROVAL'

type ListProps = { messages: readonly HeldMessage[]; ended: () => void }

export function MessageList({ messages, ended }: ListProps): VNode | null {
  if (messages.length === 0) return null
  return (
    <>
      <h2>{t('Signatures')}</h2>
      <ul class="stack">
        {messages.map((held) => (
          <li key={held.messageUuid}>
            <Row held={held} ended={ended} />
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * One message. Its permissions are shown only on its own page, because the code that reads messages is large.
 */
function Row({ held, ended }: { held: HeldMessage; ended: () => void }) {
  const { word, tone } = statusWords(held.status)
  return (
    <a class="card" href={hrefs.message(held.messageUuid)}>
      <strong>{t('Signature for {page}', { page: held.origin })}</strong>
      <span class="row">
        <span class="badge danger">{t('High risk')}</span>
      </span>
      <span class="muted">{nameText(held.organizationName)}</span>
      <span class="row">
        <span class={`badge ${tone}`}>{word}</span>
        {held.reported && <span class="badge danger">{t('Not requested by you')}</span>}
        {isWaiting(held) ? (
          <Countdown secondsLeft={held.secondsLeft} ended={ended} />
        ) : (
          <Moment at={held.decidedAtDatetime ?? held.heldAtDatetime} class="muted" />
        )}
      </span>
    </a>
  )
}
