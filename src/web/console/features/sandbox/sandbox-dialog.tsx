import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'
import { HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import {
  SANDBOX_ENDPOINTS,
  type SandboxState,
  sandboxScriptSchema,
  type ScriptBehaviour,
} from '#protocol/sandbox.ts'
import { Button } from '#web/console/components/button.tsx'
import { Skeleton } from '#web/console/components/card.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { ChoiceList, TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { useChange, sandboxApi } from '#web/console/lib/api.ts'
import { formatShort } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { SandboxLinks } from './sandbox-links.tsx'
import { sandboxStateQuery } from './sandbox-requests.ts'

type SandboxDialogProps = { info: NonNullable<SandboxInfo>; onClose: () => void }

/** Controls of the sandbox, which make every state available for a demo. */
export function SandboxDialog({ info, onClose }: SandboxDialogProps): ReactElement {
  const state = useQuery(sandboxStateQuery())
  return (
    <Dialog
      title={t('Sandbox controls')}
      purpose={t('Scripted end-users and the clock. Only a sandbox has them.')}
      onClose={onClose}
      size="md"
    >
      {/* In a narrow window, the banner has no room for these links. */}
      <SandboxLinks info={info} className="mb-4 flex flex-wrap text-sm xl:hidden" />
      <Loaded query={state} skeleton={<Skeleton className="h-72 w-full rounded-md" />}>
        {(found) => (
          <div className="flex flex-col gap-8">
            <Tour state={found} onClose={onClose} />
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

/** Buttons that create an example of each situation and remove the examples again. */
function Tour({ state, onClose }: { state: SandboxState; onClose: () => void }) {
  const start = useChange(() => sandboxApi.call(SANDBOX_ENDPOINTS.startSandboxTour))
  const end = useChange(() => sandboxApi.call(SANDBOX_ENDPOINTS.endSandboxTour))
  const isOn = state.customers.some(({ kind }) => kind === 'tour')
  return (
    <section>
      <Heading>{t('Tour')}</Heading>
      <p className="mb-3 text-sm text-muted">
        {t(
          'An end-user with one of each: a confirmed, a declined, a failed and a held transaction, an allowance, and NFTs. The held one expires once you move the time forward by {minutes} minutes.',
          { minutes: HELD_OPEN_SECONDS / 60 },
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="plus" pending={start.isPending} onClick={() => start.mutate()}>
          {t('Create one of each')}
        </Button>
        {isOn && (
          <Button pending={end.isPending} onClick={() => end.mutate()}>
            {t('Clean up')}
          </Button>
        )}
      </div>
      <div role="status" className="mt-3 text-sm">
        {start.data !== undefined && (
          <ResultLink to={paths.wallet.href(start.data.walletAddress)} onClick={onClose}>
            {t('Open the wallet')}
          </ResultLink>
        )}
        {end.data !== undefined &&
          t('Held transactions are cancelled, allowances revoked. The wallets stay on the chain.')}
      </div>
      <ProblemPanel error={start.error ?? end.error} />
    </section>
  )
}

function Customers({ state, onClose }: { state: SandboxState; onClose: () => void }) {
  const add = useChange(() => sandboxApi.call(SANDBOX_ENDPOINTS.addSandboxCustomer))
  const pay = useChange((customerId: string) =>
    sandboxApi.call(SANDBOX_ENDPOINTS.paySandbox, { params: { customerId } }),
  )
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
          <ResultLink to={paths.transaction.href(pay.data.transactionUuid)} onClick={onClose}>
            {t('The payment is held. Watch it')}
          </ResultLink>
        )}
      </div>
      <ProblemPanel error={add.error ?? pay.error} />
    </section>
  )
}

type ResultLinkProps = { to: string; onClick: () => void; children: string }

/** A link to what a button has created. */
function ResultLink(props: ResultLinkProps) {
  return <Link {...props} className="font-medium text-accent-text underline underline-offset-4" />
}

const steps = () => [
  { seconds: 60, label: t('1 minute') },
  { seconds: 900, label: t('15 minutes') },
  { seconds: 3_600, label: t('1 hour') },
  { seconds: 86_400, label: t('1 day') },
  { seconds: 30 * 86_400, label: t('30 days') },
]

function Time({ state }: { state: SandboxState }) {
  const advance = useChange((seconds: number) =>
    sandboxApi.call(SANDBOX_ENDPOINTS.advanceSandboxClock, { body: { seconds } }),
  )
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

const formSchema = z.object({
  behaviour: sandboxScriptSchema.shape.behaviour,
  delay: z.string().check(
    z.superRefine((typed, context) => {
      const seconds = typed.trim() === '' ? Number.NaN : Number(typed)
      const { error } = sandboxScriptSchema.shape.delaySeconds.safeParse(seconds)
      for (const { message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', message, input: typed })
    }),
  ),
  receiver: z.array(z.string()),
})

/** Settings for how scripted end-users react to the next payments, and for whether webhooks arrive. */
function ScriptForm({ state: { script } }: { state: SandboxState }) {
  const { form, field, frame, isSuccess } = useSchemaForm(formSchema, {
    defaultValues: {
      behaviour: script.behaviour,
      delay: String(script.delaySeconds),
      receiver: script.receiverDown ? ['down'] : [],
    },
    send: async ({ behaviour, delay, receiver }) => {
      const receiverDown = receiver.length > 0
      if (receiverDown) await sandboxApi.call(SANDBOX_ENDPOINTS.connectSandboxReceiver)
      const body = { ...script, behaviour, receiverDown, delaySeconds: Number(delay) }
      return sandboxApi.call(SANDBOX_ENDPOINTS.setSandboxScript, { body })
    },
    refetch: sandboxStateQuery().queryKey,
    onDone: () => undefined,
    fields: { delaySeconds: 'delay' },
  })
  return (
    <Form
      {...frame}
      action={t('Save script')}
      status={isSuccess ? t('Saved. It applies to transactions held from now on.') : ''}
    >
      <ChoiceList
        legend={t('What they do with the next payments')}
        kind="radio"
        choices={behaviourChoices()}
        {...form.register('behaviour')}
      />
      <TextField label={t('Delay in seconds')} inputMode="numeric" {...field('delay')} />
      <ChoiceList
        legend={t('Webhooks')}
        kind="checkbox"
        choices={[
          {
            value: 'down',
            label: t('Webhook receiver down'),
            note: t(
              'The sandbox’s own endpoint is added to your webhooks and responds with 503 until you turn this off.',
            ),
          },
        ]}
        {...form.register('receiver')}
      />
    </Form>
  )
}
