import { useCallback } from 'preact/hooks'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { titleOf } from '#protocol/display/call-words.ts'
import { sharesRecipient } from '#protocol/effects/shares-recipient.ts'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { translated } from '#web/ui/language.ts'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { callApprover } from './call-approver.ts'
import { Countdown, Moment } from './times.tsx'
import { describeHeld } from './held-call.ts'
import { hrefs } from './route.ts'
import { usePolled } from './use-polled.ts'

type StillExecutableProps = { held: HeldTransaction; ended?: (() => void) | undefined }

/** Until when a failed call can still be executed; nothing for others (ADR 0010). */
export function StillExecutable({ held, ended }: StillExecutableProps) {
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

/** The warning about such a call: the signature can still be executed, so paying again may pay twice. */
export function StillExecutableNotice({ held, ended }: StillExecutableProps) {
  if (held.executableUntil === undefined) return null
  return (
    <div class="notice danger" role="alert">
      <p>
        {t(
          'It failed, but it is not over: anyone who has the signed call can still execute it. Do not pay the same again before its time has passed.',
        )}
      </p>
      <StillExecutable held={held} ended={ended} />
    </div>
  )
}

const readOpen = () => callApprover(APPROVER_ENDPOINTS.listWaiting)

type SecondPaymentProps = { held: HeldTransaction; tokens: readonly KnownToken[] }

/** Before approval: failed calls of the same wallet and recipient that can still be executed. */
export function SecondPayment({ held, tokens }: SecondPaymentProps) {
  const { value, refresh } = usePolled(readOpen)
  const ended = useCallback(() => refresh(), [refresh])
  return (
    <>
      {failedBefore(held, value ?? [], tokens).map((failed) => (
        <div key={failed.transactionUuid} class="notice danger" role="alert">
          <p>
            {t('You may pay twice. An earlier call to the same recipient failed and can still be executed:')}{' '}
            <a href={hrefs.transaction(failed.transactionUuid)}>
              {titleOf(describeHeld(failed, tokens), translated)}
            </a>
          </p>
          <StillExecutable held={failed} ended={ended} />
        </div>
      ))}
    </>
  )
}

function failedBefore(
  held: HeldTransaction,
  open: readonly HeldTransaction[],
  tokens: readonly KnownToken[],
): HeldTransaction[] {
  const description = describeHeld(held, tokens)
  return open.filter(
    (other) =>
      other.executableUntil !== undefined &&
      other.walletAddress === held.walletAddress &&
      sharesRecipient(description, describeHeld(other, tokens)),
  )
}
