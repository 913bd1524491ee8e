import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  type SandboxState,
  SCRIPT_BEHAVIOURS,
  sandboxScriptSchema,
  type ScriptBehaviour,
} from '#protocol/sandbox.ts'
import { Button } from '#web/console/components/button.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { Loaded, Skeleton } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { formatShort } from '#web/console/lib/format-time.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import {
  addCustomer,
  advanceClock,
  payAs,
  sandboxStateQuery,
  connectReceiver,
  setScript,
} from './sandbox-requests.ts'
import { useState } from 'react'
import { ChoiceList } from '#web/console/components/choice-list.tsx'
import { TextField } from '#web/console/components/field.tsx'

/** The sandbox's controls, which make every state reachable in a demo. */
export function SandboxDialog({ onClose }: { onClose: () => void }) {
  const state = useQuery(sandboxStateQuery())
  return (
    <Dialog
      title={t('Sandbox controls')}
      purpose={t('Scripted end-users and the clock. Only a sandbox has them.')}
      onClose={onClose}
      size="md"
    >
      <Loaded query={state} skeleton={<Skeleton className="h-72 w-full rounded-md" />}>
        {(found) => (
          <div className="flex flex-col gap-8">
            <Customers state={found} onClose={onClose} />
            <ScriptForm state={found} />
            <Time state={found} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Heading({ children }: { children: string }) {
  return <h3 className="mb-2 font-strong">{children}</h3>
}

function Customers({ state, onClose }: { state: SandboxState; onClose: () => void }) {
  const add = useChange(addCustomer)
  const pay = useChange(payAs)
  return (
    <section>
      <Heading>{t('Scripted end-users')}</Heading>
      <p className="mb-3 text-sm text-muted">
        {t('Each has a wallet with tokens and its own approval passkey, and decides as set below.')}
      </p>
      <ul className="mb-3 divide-y divide-line rounded-md border border-line empty:hidden">
        {state.customers.slice(0, 5).map((customer) => (
          <li key={customer.id} className="flex flex-wrap items-center gap-3 px-3 py-2 text-sm">
            <Link
              to={paths.wallet.href(customer.walletAddress)}
              onClick={onClose}
              className="mr-auto min-w-0 break-all underline decoration-line-strong underline-offset-4"
            >
              {customer.email}
            </Link>
            <Button
              pending={pay.isPending && pay.variables === customer.id}
              onClick={() => pay.mutate(customer.id)}
            >
              {t('Make a payment')}
            </Button>
          </li>
        ))}
      </ul>
      <Button icon="plus" pending={add.isPending} onClick={() => add.mutate()}>
        {t('Add an end-user')}
      </Button>
      <div role="status" className="mt-3 text-sm">
        {pay.data !== undefined && (
          <Link
            to={paths.transaction.href(pay.data.transactionUuid)}
            onClick={onClose}
            className="font-medium text-accent-text underline underline-offset-4"
          >
            {t('The payment is held. Watch it')}
          </Link>
        )}
      </div>
      <ProblemPanel error={add.error ?? pay.error} />
    </section>
  )
}

const steps = () => [
  { seconds: 60, label: t('1 minute') },
  { seconds: 900, label: t('15 minutes') },
  { seconds: 3_600, label: t('1 hour') },
  { seconds: 86_400, label: t('1 day') },
  { seconds: 30 * 86_400, label: t('30 days') },
]

function Time({ state }: { state: SandboxState }) {
  const advance = useChange(advanceClock)
  return (
    <section>
      <Heading>{t('Time')}</Heading>
      <p className="mb-3 text-sm text-muted">
        {t(
          'The sandbox’s time is {time}. Moving it forward lets approvals and keys expire and retries come due. It cannot be moved back.',
          {
            time: formatShort(state.clock.nowDatetime),
          },
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {steps().map(({ seconds, label }) => (
          <Button
            key={seconds}
            icon="clock"
            pending={advance.isPending && advance.variables === seconds}
            disabled={advance.isPending}
            onClick={() => advance.mutate(seconds)}
          >
            {t('+ {time}', { time: label })}
          </Button>
        ))}
      </div>
      <ProblemPanel error={advance.error} />
    </section>
  )
}

const behaviourChoices = (): { value: ScriptBehaviour; label: string; note: string }[] => [
  { value: 'approve', label: t('Approve'), note: t('They pick the right number and sign.') },
  { value: 'decline', label: t('Decline'), note: t('They decline with their passkey.') },
  {
    value: 'expire',
    label: t('Let it expire'),
    note: t('They do nothing. Move the time forward to see it expire.'),
  },
  {
    value: 'fail',
    label: t('Fail on chain'),
    note: t('They approve a claim that someone else makes first: it fails on the chain.'),
  },
]

/** What scripted end-users do with the next payments, and whether webhooks arrive. */
function ScriptForm({ state }: { state: SandboxState }) {
  const queryClient = useQueryClient()
  const [script, change] = useState(state.script)
  const [delay, setDelay] = useState(String(state.script.delaySeconds))
  const [delayProblem, setDelayProblem] = useState<string>()
  const save = useMutation({
    mutationFn: async () => {
      if (script.receiverDown) await connectReceiver()
      return setScript({ ...script, delaySeconds: Number(delay) })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sandboxStateQuery().queryKey }),
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const problem = problemOfDelay(delay)
        setDelayProblem(problem)
        if (problem === undefined) save.mutate()
      }}
    >
      <ChoiceList
        legend={t('What they do with the next payments')}
        kind="radio"
        choices={behaviourChoices()}
        control={{
          name: 'behaviour',
          onChange: ({ target }) => {
            const behaviour = SCRIPT_BEHAVIOURS.find((one) => one === target.value)
            if (behaviour !== undefined) change({ ...script, behaviour })
          },
        }}
        chosen={script.behaviour}
      />
      <TextField
        label={t('Delay in seconds')}
        value={delay}
        onChange={(event) => setDelay(event.target.value)}
        inputMode="numeric"
        error={delayProblem}
      />
      <ReceiverSwitch
        isDown={script.receiverDown}
        onChange={(receiverDown) => change({ ...script, receiverDown })}
      />
      <ProblemPanel error={save.error} />
      <div className="flex items-center gap-3">
        <Button type="submit" tone="primary" size="md" pending={save.isPending}>
          {t('Save script')}
        </Button>
        <span role="status" className="text-sm text-success">
          {save.isSuccess ? t('Saved. It applies to transactions held from now on.') : ''}
        </span>
      </div>
    </form>
  )
}

function problemOfDelay(typed: string): string | undefined {
  const seconds = typed.trim() === '' ? Number.NaN : Number(typed)
  return sandboxScriptSchema.shape.delaySeconds.safeParse(seconds).error?.issues[0]?.message
}

function ReceiverSwitch({ isDown, onChange }: { isDown: boolean; onChange: (isDown: boolean) => void }) {
  return (
    <ChoiceList
      legend={t('Webhooks')}
      kind="checkbox"
      choices={[
        {
          value: 'down',
          label: t('Webhook receiver down'),
          note: t(
            'The sandbox’s own endpoint is added to your webhooks and answers 503 until you turn this off.',
          ),
        },
      ]}
      control={{ name: 'receiver', onChange: ({ target }) => onChange(target.checked) }}
      chosen={isDown ? 'down' : ''}
    />
  )
}
