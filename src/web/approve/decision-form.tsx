import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { HeldMessage, HeldTransaction } from '#protocol/approver-api.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import type { Answer } from '#web/ui/approval-ceremonies.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { Problem, useOnline } from './problem.tsx'
import { SharedApproval } from './shared-approval.tsx'

type Decidable = Pick<
  HeldTransaction | HeldMessage,
  'numbers' | 'forOrganization' | 'approvers' | 'approvalsRequired'
>
type DecisionFormProps = {
  held: Decidable
  /** The digest of the displayed call or message. The person compares its verification words. */
  digest: string
  decide: (answer: Answer) => Promise<void>
}

/**
 * The number to pick, the verification words to compare and the three decisions, in a bar that stays in sight. Each
 * decision is signed with the approval passkey.
 */
export function DecisionForm({ held, digest, decide }: DecisionFormProps): VNode {
  const [number, setNumber] = useState<number>()
  const [chosen, setChosen] = useState<Answer['decision']>()
  const [comment, setComment] = useState('')
  const { isBusy, problem, run } = useStep()
  const answer = (given: Answer) => {
    setChosen(given.decision)
    run(() => decide(comment === '' ? given : { ...given, comment }))
  }
  const online = useOnline()
  const busy = isBusy || !online
  const deciding = isBusy ? chosen : undefined
  const shared = held.approvers && <SharedApproval {...{ held, comment, setComment }} />
  // The person has already approved, but other approvals are missing. Until they arrive, the person can decline,
  // which takes the approval back.
  if (held.approvers !== undefined && held.numbers === undefined)
    return (
      <>
        {shared}
        <Problem problem={problem} />
        <button type="button" disabled={busy} onClick={() => answer({ decision: 'reject' })}>
          {deciding === 'reject' ? t('Declining…') : t('Decline')}
        </button>
      </>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (number !== undefined) answer({ decision: 'approve', number })
      }}
    >
      {shared}
      <p class="hint">
        {t(
          'A wrong number declines the request. If no number is shown there, someone else made the request: decline it.',
        )}
      </p>
      <div class="actions">
        <Problem problem={problem} />
        <Numbers held={held} digest={digest} disabled={busy} chosen={number} choose={setNumber} />
        <button type="submit" class="primary" disabled={busy || number === undefined}>
          {approveText({ online, isPicked: number !== undefined, isDeciding: deciding === 'approve' })}
        </button>
        <Refusals held={held} disabled={busy} deciding={deciding} refuse={answer} />
      </div>
    </form>
  )
}

type RefusalsProps = Pick<DecisionFormProps, 'held'> & {
  disabled: boolean
  deciding: Answer['decision'] | undefined
  refuse: (answer: Answer) => void
}

/** Declines, or reports a request that the person did not make. */
function Refusals({ held, disabled, deciding, refuse }: RefusalsProps) {
  return (
    <div class="row">
      <button type="button" disabled={disabled} onClick={() => refuse({ decision: 'reject' })}>
        {deciding === 'reject' ? t('Declining…') : t('Decline')}
      </button>
      {!held.forOrganization && (
        <button
          type="button"
          class="quiet danger"
          disabled={disabled}
          onClick={() => refuse({ decision: 'report' })}
        >
          {deciding === 'report' ? t('Reporting…') : t('I did not request this')}
        </button>
      )}
    </div>
  )
}

/** The text of the button that approves. While it is disabled, the text says why. */
function approveText(state: { online: boolean; isPicked: boolean; isDeciding: boolean }): string {
  if (state.isDeciding) return t('Approving…')
  if (!state.online) return t('No connection')
  return state.isPicked ? t('Approve') : t('Pick the number first')
}

type NumbersProps = Pick<DecisionFormProps, 'held' | 'digest'> & {
  disabled: boolean
  chosen: number | undefined
  choose: (number: number) => void
}

/**
 * Three numbers to choose from, and the verification words. Only the screen where the person signed shows the right
 * number.
 */
function Numbers({ held, digest, disabled, chosen, choose }: NumbersProps) {
  return (
    <fieldset disabled={disabled}>
      <legend>
        {held.forOrganization
          ? t('Which number does the person who signed see?')
          : t('Which number do you see where you signed?')}
      </legend>
      <p class="hint">
        <Rich
          text="These words must match: {words}"
          parts={{ words: <strong class="fingerprint">{fingerprint(digest)}</strong> }}
        />
      </p>
      <div class="numbers">
        {(held.numbers ?? []).map((candidate) => (
          <label key={candidate}>
            <input
              type="radio"
              name="number"
              checked={chosen === candidate}
              onChange={() => choose(candidate)}
            />
            <span>{candidate}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
