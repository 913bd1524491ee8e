import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { counterpartyOf, titleOf } from '#protocol/display/call-words.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { translated } from '#web/ui/language.ts'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { AddressText } from './address-text.tsx'
import { nameText } from './brand.tsx'
import { Countdown, Moment } from './times.tsx'
import { describeHeld } from './held-call.ts'
import { hrefs } from './route.ts'
import { statusWords } from './status-words.ts'
import { StillExecutable } from './still-executable.tsx'

type ListProps = {
  transactions: readonly HeldTransaction[]
  tokens: readonly KnownToken[]
  /** The stored rows while offline: without links. */
  frozen?: boolean
  /** The time of one of them is over. */
  ended?: (() => void) | undefined
}

/** Transactions as rows that link to their pages. */
export function TransactionList({ transactions, tokens, frozen = false, ended }: ListProps) {
  return (
    <ul class="stack">
      {transactions.map((held) => (
        <li key={held.transactionUuid}>
          {frozen ? (
            <div class="card">
              <Summary held={held} tokens={tokens} />
              {held.executableUntil === undefined ? (
                <span class="muted">
                  <Rich text="Waits until {time}" parts={{ time: <Moment at={held.expiresAtDatetime} /> }} />
                </span>
              ) : (
                <StillExecutable held={held} />
              )}
            </div>
          ) : (
            <Row {...{ held, tokens, ended }} />
          )}
        </li>
      ))}
    </ul>
  )
}

type RowProps = { held: HeldTransaction; tokens: readonly KnownToken[] }

function Row({ held, tokens, ended }: RowProps & Pick<ListProps, 'ended'>) {
  const waits = held.status === 'PENDING_USER_APPROVAL'
  const { word, tone } = statusWords(held.status)
  return (
    <a class="card" href={hrefs.transaction(held.transactionUuid)}>
      <Summary held={held} tokens={tokens} />
      <span class="row">
        <span class={`badge ${tone}`}>{word}</span>
        {held.reported && <span class="badge danger">{t('You did not ask for it')}</span>}
        {waits ? (
          <Countdown secondsLeft={held.secondsLeft} ended={ended} />
        ) : (
          <Moment at={held.decidedAtDatetime ?? held.heldAtDatetime} class="muted" />
        )}
      </span>
      <StillExecutable held={held} ended={ended} />
    </a>
  )
}

/** The call, its other account, and its requester. */
function Summary({ held, tokens }: RowProps) {
  const description = describeHeld(held, tokens)
  return (
    <>
      <strong>{titleOf(description, translated)}</strong>
      {(description === null || description.severity === 'danger') && (
        <span class="row">
          <span class="badge danger">{t('High risk')}</span>
        </span>
      )}
      <Party description={description} />
      <span class="muted">{nameText(held.organizationName)}</span>
    </>
  )
}

/** The other account of a call, or of several calls each with its own. */
function Party({ description }: { description: CallDescription | null }) {
  const counterparty = counterpartyOf(description)
  return (
    <>
      {counterparty !== null && (
        <span class="muted">
          {translated(counterparty.word)} <AddressText address={counterparty.address} />
        </span>
      )}
      {callsIn(description).map((call, index) => (
        <span key={`${call.kind}-${index}`} class="block">
          {index + 1}. {titleOf(call, translated)} <Party description={call} />
        </span>
      ))}
    </>
  )
}
