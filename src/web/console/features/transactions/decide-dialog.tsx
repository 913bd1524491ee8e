import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { COMMENT_LENGTH_MAX, type HeldTransaction } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { NOT_SIMULATED } from '#protocol/simulation.ts'
import { Button } from '#web/console/components/button.tsx'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { CONSOLE_PARTS } from '#web/console/components/console-parts.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { ChoiceList, TextField } from '#web/console/components/field.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { feeText, useCallContext, useExceptedWarning } from '#web/console/lib/calls.ts'
import { displayName } from '#web/console/lib/display.ts'
import { computeDigest, decide, signIn, type Answer } from '#web/ui/approval-ceremonies.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { CallView } from '#web/ui/call/call-view.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { SimulationNotice } from '#web/ui/call/simulation-notice.tsx'
import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

type DecideDialogProps = { transactionUuid: string; onClose: () => void }

const SESSION_KEY = ['approver', 'session']

/** Decides a transaction with the approval passkey of this browser, by the same ceremony as in the approval app. */
export function DecideDialog({ transactionUuid, onClose }: DecideDialogProps): ReactElement {
  const session = useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => callApprover(APPROVER_ENDPOINTS.getApproverSession, { signal }),
  })
  return (
    <Dialog title={t('Decide')} size="md" onClose={onClose}>
      <Loaded query={session} skeleton={<SkeletonRows rows={3} label={t('Loading the request')} />}>
        {(found) =>
          found.signedIn ? (
            <Request transactionUuid={transactionUuid} email={found.email} onClose={onClose} />
          ) : (
            <SignIn />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Signs in with the approval passkey. It differs from the console's passkey and has its own session. */
function SignIn() {
  const queryClient = useQueryClient()
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => queryClient.setQueryData(SESSION_KEY, session),
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        {t(
          'Sign in with your approval passkey. It is the one from the invitation to approve, not that of the console.',
        )}
      </p>
      <ProblemPanel error={entering.error} className="w-full" />
      <Button tone="primary" data-autofocus pending={entering.isPending} onClick={() => entering.mutate()}>
        {t('Use approval passkey')}
      </Button>
    </div>
  )
}

type RequestProps = DecideDialogProps & { email: string }

function Request({ transactionUuid, email, onClose }: RequestProps) {
  const request = useQuery({
    queryKey: ['approver', 'transaction', transactionUuid],
    queryFn: ({ signal }) =>
      callApprover(APPROVER_ENDPOINTS.getHeldTransaction, { params: { transactionUuid }, signal }),
    retry: false,
  })
  const isAnothers = request.error instanceof ApiError && request.error.status === 404
  if (isAnothers)
    return (
      <Notice tone="warning" title={t('{email} is not an approver of this request', { email })}>
        {t(
          'This browser is signed in to the approval app with another person’s passkey, or that person was removed from the approvers. Sign out there, and try again.',
        )}
      </Notice>
    )
  return (
    <Loaded query={request} skeleton={<SkeletonRows rows={3} label={t('Loading the request')} />}>
      {(held) => <Decision held={held} onClose={onClose} />}
    </Loaded>
  )
}

type DecisionProps = { held: HeldTransaction; onClose: () => void }

/** The call as the service stored it, and the decision about exactly this call. */
function Decision({ held, onClose }: DecisionProps) {
  const { tokens } = useCallContext()
  const except = useExceptedWarning()
  const description = describeCallOrNull({ ...held, tokens })
  if (computeDigest(held) !== held.digest.toLowerCase())
    return (
      <Notice tone="danger" title={t('The displayed call is not the signed one')}>
        {t('The service named a different digest from that of this call. Do not approve it.')}
      </Notice>
    )
  return (
    <div className="flex flex-col gap-4">
      <CallView
        description={description}
        except={except}
        parts={CONSOLE_PARTS}
        notice={
          held.status === 'PENDING_USER_APPROVAL' && (
            <div className="mb-4 empty:hidden">
              <SimulationNotice
                call={{ ...held, tokens }}
                description={description}
                simulation={held.simulation ?? NOT_SIMULATED}
                parts={CONSOLE_PARTS}
              />
            </div>
          )
        }
      >
        <Fact name={t('Fee')}>{feeText(held, tokens)}</Fact>
        {held.requestedBy !== undefined && (
          <Fact name={t('Requested by')}>{displayName(held.requestedBy)}</Fact>
        )}
      </CallView>
      <DecisionForm held={held} onClose={onClose} />
    </div>
  )
}

function DecisionForm({ held, onClose }: DecisionProps) {
  const queryClient = useQueryClient()
  const [number, setNumber] = useState<number>()
  const [comment, setComment] = useState('')
  const deciding = useMutation({
    mutationFn: (answer: Answer) => decide(held, comment === '' ? answer : { ...answer, comment }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['transactions'] }),
    onSuccess: (decided, { decision }) => {
      // After a wrong number, the transaction is declined. The dialog stays open so that the person reads this.
      if (decision !== 'approve' || decided.status !== 'REJECTED') onClose()
    },
  })
  const isOpen = held.status === 'PENDING_USER_APPROVAL'
  if (deciding.data?.status === 'REJECTED')
    return (
      <Notice tone="danger" title={t('That was not the requester’s number')} announce>
        {t('It was declined immediately. Nothing was sent.')}
      </Notice>
    )
  if (!isOpen) return <p>{t('This request was already decided, or its time is up.')}</p>
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (number !== undefined) deciding.mutate({ decision: 'approve', number })
      }}
    >
      <NumberChoice held={held} choose={setNumber} />
      <TextField
        label={t('Comment')}
        hint={t('Comments are not signed with the passkey.')}
        optional
        value={comment}
        maxLength={COMMENT_LENGTH_MAX}
        onChange={(event) => setComment(event.target.value)}
      />
      <ProblemPanel error={deciding.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          type="button"
          pending={deciding.isPending && deciding.variables.decision === 'reject'}
          onClick={() => deciding.mutate({ decision: 'reject' })}
        >
          {t('Decline')}
        </Button>
        {held.numbers !== undefined && (
          <Button
            type="submit"
            tone="primary"
            disabled={number === undefined}
            pending={deciding.isPending && deciding.variables.decision === 'approve'}
          >
            {t('Approve with passkey')}
          </Button>
        )}
      </div>
    </form>
  )
}

type NumberChoiceProps = { held: HeldTransaction; choose: (number: number) => void }

/** Three numbers, of which the requester's screen shows one. People who have approved have nothing to pick. */
function NumberChoice({ held, choose }: NumberChoiceProps) {
  const own = held.approvers?.find(({ self }) => self === true)
  if (held.numbers === undefined)
    return (
      <p>
        {own?.carriedOver === true
          ? t('You approved the request before, which expired. Your approval counts for this one too.')
          : t('You approved this. Others still have to.')}
      </p>
    )
  return (
    <ChoiceList
      legend={t('Which number does the requester see?')}
      hint={t('Any other number declines the request immediately. No number? Then decline.')}
      kind="radio"
      name="number"
      choices={held.numbers.map((one) => ({ value: String(one), label: String(one) }))}
      onChange={(event) => choose(Number(event.target.value))}
    />
  )
}
