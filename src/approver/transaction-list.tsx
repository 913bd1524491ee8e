import type { KnownToken } from '#shared/display/call-description.ts'
import { counterpartyOf, titleOf } from '#shared/display/call-words.ts'
import { harmlessText } from '#shared/display/text.ts'
import type { HeldTransaction } from '#shared/org/approver-api.ts'
import { Countdown } from './countdown.tsx'
import { describeHeld } from './held-call.ts'
import { hrefs } from './route.ts'
import { STATUS_WORDS } from './status-words.ts'

const NAME_LENGTH_MAX = 60
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

type ListProps = { transactions: readonly HeldTransaction[]; tokens: readonly KnownToken[] }

/** Transactions as rows that lead to their pages. */
export function TransactionList({ transactions, tokens }: ListProps) {
  return (
    <ul class="cards">
      {transactions.map((held) => (
        <li key={held.transactionUuid}>
          <Row held={held} tokens={tokens} />
        </li>
      ))}
    </ul>
  )
}

function Row({ held, tokens }: { held: HeldTransaction; tokens: readonly KnownToken[] }) {
  const description = describeHeld(held, tokens)
  const counterparty = counterpartyOf(description)
  const waits = held.status === 'PENDING_USER_APPROVAL'
  const { word, tone } = STATUS_WORDS[held.status]
  return (
    <a class="card" href={hrefs.transaction(held.transactionUuid)}>
      <strong>{titleOf(description)}</strong>
      {counterparty !== null && (
        <span class="muted">
          {counterparty.word} <code>{counterparty.address}</code>
        </span>
      )}
      <span class="muted">{harmlessText(held.organizationName, NAME_LENGTH_MAX).text}</span>
      <span class="foot">
        <span class={`badge ${tone}`}>{word}</span>
        {waits ? (
          <Countdown secondsLeft={held.secondsLeft} />
        ) : (
          <time dateTime={held.heldAtDatetime} class="muted">
            {day.format(new Date(held.heldAtDatetime))}
          </time>
        )}
      </span>
    </a>
  )
}
