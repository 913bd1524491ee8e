import type { VNode } from 'preact'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { findCounterparty, formatTitle } from '#protocol/display/call-words.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { sharesRecipient } from '#protocol/effects/shares-recipient.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { Address } from '#web/ui/call/address.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { formatExact, translated, t } from '#web/ui/text.ts'
import { describeHeld } from './held-call.ts'
import { nameText } from './names.tsx'
import { Countdown, Moment } from './problem.tsx'
import { hrefs } from './route.ts'
import { heldWords } from './status-words.ts'
import { usePolled } from './use-polled.ts'

type ListProps = {
  transactions: readonly HeldTransaction[]
  tokens: readonly KnownToken[]
  /** Shows the stored rows while offline, without links. */
  frozen?: boolean
  /** Called when the time of one row has ended. */
  ended?: (() => void) | undefined
}

export function TransactionList({ transactions, tokens, frozen = false, ended }: ListProps): VNode {
  return (
    <ul class="stack">
      {transactions.map((held) => (
        <li key={held.transactionUuid}>
          {frozen ? (
            <div class="card">
              <Summary held={held} tokens={tokens} />
              {held.executableUntil === undefined ? (
                <span class="muted">
                  <Rich text="Open until {time}" parts={{ time: <Moment at={held.expiresAtDatetime} /> }} />
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
  const { word, tone } = heldWords(held)
  return (
    <a class="card" href={hrefs.transaction(held.transactionUuid)}>
      <Summary held={held} tokens={tokens} />
      <span class="row">
        <span class={`badge ${tone}`}>{word}</span>
        {held.reported && <span class="badge danger">{t('Not requested by you')}</span>}
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

/** The call, its counterparty and the organization. */
function Summary({ held, tokens }: RowProps) {
  const description = describeHeld(held, tokens)
  return (
    <>
      <strong>{formatTitle(description, translated, formatExact)}</strong>
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

/** The counterparty of a call. For a batch, the title and the counterparty of each call. */
function Party({ description }: { description: CallDescription | null }) {
  const counterparty = findCounterparty(description)
  return (
    <>
      {counterparty !== null && (
        <span class="muted">
          {translated(counterparty.word)} <Address address={counterparty.address} />
        </span>
      )}
      {callsIn(description).map((call, index) => (
        <span key={`${call.kind}-${index}`} class="block">
          {index + 1}. {formatTitle(call, translated, formatExact)} <Party description={call} />
        </span>
      ))}
    </>
  )
}

type StillExecutableProps = { held: HeldTransaction; ended?: (() => void) | undefined }

/** Time until which a failed call can still be executed. Renders nothing for other calls (ADR 0010). */
function StillExecutable({ held, ended }: StillExecutableProps) {
  const { executableUntil, secondsLeft } = held
  if (executableUntil === undefined) return null
  return (
    <span class="row">
      <span>
        <Rich text="Can still be executed until {time}" parts={{ time: <Moment at={executableUntil} /> }} />
      </span>
      {ended !== undefined && <Countdown secondsLeft={secondsLeft} ended={ended} />}
    </span>
  )
}

/** Warns that the signature of a failed call can still be executed, so paying again may pay twice. */
export function StillExecutableNotice({ held, ended }: StillExecutableProps): VNode | null {
  if (held.executableUntil === undefined) return null
  return (
    <div class="notice danger" role="alert">
      <p>
        {t(
          'It failed, but anyone who has the signed call can still execute it. Do not make the same payment again before it has expired.',
        )}
      </p>
      <StillExecutable held={held} ended={ended} />
    </div>
  )
}

const readOpen = () => callApprover(APPROVER_ENDPOINTS.listWaiting)

/** Shown before approval: failed calls of the same wallet and recipient that can still be executed. */
export function SecondPayment({ held, tokens }: RowProps): VNode {
  const { value, again } = usePolled(readOpen)
  return (
    <>
      {failedBefore({ held, tokens }, value ?? []).map((failed) => (
        <div key={failed.transactionUuid} class="notice danger" role="alert">
          <p>
            {t('You may pay twice. An earlier call to the same recipient failed and can still be executed:')}{' '}
            <a href={hrefs.transaction(failed.transactionUuid)}>
              {formatTitle(describeHeld(failed, tokens), translated, formatExact)}
            </a>
          </p>
          <StillExecutable held={failed} ended={again} />
        </div>
      ))}
    </>
  )
}

function failedBefore({ held, tokens }: RowProps, open: readonly HeldTransaction[]) {
  const description = describeHeld(held, tokens)
  return open.filter(
    (other) =>
      other.executableUntil !== undefined &&
      other.walletAddress === held.walletAddress &&
      sharesRecipient(description, describeHeld(other, tokens)),
  )
}
