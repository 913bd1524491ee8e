import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  SCRIPT_BEHAVIOURS,
  sandboxScriptSchema,
  type SandboxState,
  type ScriptBehaviour,
} from '#protocol/org/sandbox.ts'
import { Button } from '#web/console/components/button.tsx'
import { ChoiceList } from '#web/console/components/choice-list.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { connectReceiver, sandboxStateQuery, setScript } from './sandbox-requests.ts'

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
export function ScriptForm({ state }: { state: SandboxState }) {
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
