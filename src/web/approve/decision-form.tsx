import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { HeldMessage, HeldTransaction } from '#protocol/approver-api.ts'
import type { Answer } from '#web/ui/approval-ceremonies.ts'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { Problem, useOnline } from './problem.tsx'
import { SharedApproval } from './shared-approval.tsx'

type Decidable = Pick<
  HeldTransaction | HeldMessage,
  'numbers' | 'forOrganization' | 'approvers' | 'approvalsRequired'
>
type DecisionFormProps = { held: Decidable; decide: (answer: Answer) => Promise<void> }

/** The number to pick and the three decisions. Each decision is signed with the approval passkey. */
export function DecisionForm({ held, decide }: DecisionFormProps): VNode {
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
  // The person has approved already, and others still have to. Until then, the approval can be taken back.
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
      <Numbers held={held} disabled={busy} chosen={number} choose={setNumber} />
      <Problem problem={problem} />
      <div class="row actions">
        <button type="submit" class="primary" disabled={busy || number === undefined}>
          {deciding === 'approve' ? t('Approving…') : t('Approve')}
        </button>
        <button type="button" disabled={busy} onClick={() => answer({ decision: 'reject' })}>
          {deciding === 'reject' ? t('Declining…') : t('Decline')}
        </button>
        {!held.forOrganization && (
          <button
            type="button"
            class="quiet danger"
            disabled={busy}
            onClick={() => answer({ decision: 'report' })}
          >
            {deciding === 'report' ? t('Reporting…') : t('I did not ask for this')}
          </button>
        )}
      </div>
      <p class="hint">{t('Your device asks for your fingerprint, face or PIN for each of them.')}</p>
    </form>
  )
}

type NumbersProps = {
  held: Decidable
  disabled: boolean
  chosen: number | undefined
  choose: (number: number) => void
}

/** Three candidates. Only the screen where the person signed shows the right one. */
function Numbers({ held, disabled, chosen, choose }: NumbersProps) {
  return (
    <fieldset disabled={disabled}>
      <legend>
        {held.forOrganization
          ? t('Which number does the person who signed see?')
          : t('Which number do you see where you signed?')}
      </legend>
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
      <p class="hint">
        {held.forOrganization
          ? t(
              'Any other number declines the request immediately. Does the person who signed have no number? Then someone else made this request: decline it.',
            )
          : t(
              'Any other number declines the request immediately. No number in front of you? Then someone else made this request: decline or report it.',
            )}
      </p>
    </fieldset>
  )
}
