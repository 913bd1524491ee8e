import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { Member } from '#protocol/members.ts'
import { POLICY_ENDPOINTS, type Policy } from '#protocol/policies.ts'
import { Button } from '#web/console/components/button.tsx'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { ChoiceList, SelectField, TextAreaField, TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { configQuery } from '#web/console/lib/calls.ts'
import { focusFirstError } from '#web/console/lib/focus-first-error.ts'
import { addressSearchQuery } from '#web/console/lib/known-addresses.ts'
import { listedTokensQuery } from '#web/console/lib/listed-tokens.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import {
  coinAt,
  coinLabel,
  listCoins,
  policiesQuery,
  ruleText,
  type Coin,
} from '#web/console/lib/policy-words.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { bindFields, useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { useSettled } from '#web/console/lib/use-settled.ts'
import { t } from '#web/ui/text.ts'
import { ApproverFields } from './approver-fields.tsx'
import { DryRunResult } from './dry-run-result.tsx'
import { isLooser, LooserDialog } from './looser-dialog.tsx'
import {
  addressesIn,
  findFields,
  POLICY_TEMPLATES,
  policyFormSchema,
  policyFormValues,
  policyRequest,
  type PolicyFormValues,
  type PolicyTemplate,
} from './policy-form-values.ts'

/** `policy`: the policy to edit. Undefined creates a new one. */
type PolicyDialogProps = { policy?: Policy | undefined; onClose: () => void }

/** The name, rule and wallets of a policy, and the transactions that it would have refused. */
export function PolicyDialog({ policy, onClose }: PolicyDialogProps): ReactElement {
  const tokens = useQuery(listedTokensQuery())
  const config = useQuery(configQuery())
  const members = useQuery(membersQuery())
  const [save, setSave] = useState<() => Promise<void>>()
  const title = policy === undefined ? t('New policy') : t('Edit the policy')
  return (
    <>
      <Dialog title={title} onClose={onClose} size="md">
        <Loaded query={tokens} skeleton={<SkeletonRows label={t('Loading the tokens')} />}>
          {(list) => (
            <Loaded query={config} skeleton={<SkeletonRows label={t('Loading the tokens')} />}>
              {({ chainId }) => (
                <Loaded query={members} skeleton={<SkeletonRows label={t('Loading the members')} />}>
                  {(people) => (
                    <PolicyForm
                      {...{ policy, onClose }}
                      coins={listCoins(list, chainId)}
                      members={people}
                      askFirst={(wanted) => setSave(() => wanted)}
                    />
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      </Dialog>
      {save !== undefined && <LooserDialog save={save} onClose={() => setSave(undefined)} />}
    </>
  )
}

type PolicyFormProps = PolicyDialogProps & {
  coins: readonly Coin[]
  members: readonly Member[]
  /** Asks for confirmation if the policy is looser, then saves. */
  askFirst: (save: () => Promise<void>) => void
}

function PolicyForm({ policy, onClose, coins: given, members, askFirst }: PolicyFormProps) {
  // The list stays fixed while the form is open, because an amount must be read with the decimals it was shown with.
  const [coins] = useState(given)
  const [schema] = useState(() => policyFormSchema(coins))
  // The policy may change while the form is open, but the form shows the one that it began with.
  const [readAt] = useState(policy?.updatedAtDatetime)
  const { form, field, frame, submit } = useSchemaForm(schema, {
    defaultValues: {
      ...policyFormValues(policy, coins),
      ...(policy === undefined && { name: templateName('approval') }),
    },
    send: (values, idempotencyKey) => {
      const body = policyRequest(values, coins, members)
      return policy === undefined
        ? orgApi.call(POLICY_ENDPOINTS.createPolicy, { body, idempotencyKey })
        : orgApi.call(POLICY_ENDPOINTS.updatePolicy, {
            params: { policyId: policy.id },
            body: { ...body, updatedAtDatetime: readAt },
          })
    },
    refetch: policiesQuery().queryKey,
    onDone: onClose,
    fields: (values) => findFields(values, members),
  })
  const save = form.handleSubmit(
    (values) => (isLooser(policy, policyRequest(values, coins, members)) ? askFirst(submit) : submit()),
    focusFirstError,
  )
  return (
    <Form {...frame} onSubmit={save} action={policy === undefined ? t('Create policy') : t('Save')}>
      <ChoiceList
        legend={t('Template')}
        kind="radio"
        choices={templateChoices()}
        {...form.register('kind', { onChange: () => nameAfterTemplate(form) })}
      />
      <RuleFields form={form} coins={coins} members={members} />
      <WalletField form={form} />
      <TextField label={t('Name')} hint={t('Shown when a transaction is blocked.')} {...field('name')} />
      <Sentence {...{ form, coins, members }} />
      <DryRun {...{ form, coins, members }} />
    </Form>
  )
}

function templateChoices(): { value: PolicyTemplate; label: string; note: string }[] {
  const notes: Record<PolicyTemplate, string> = {
    approval: t(
      'People you choose approve each larger transfer in the approval app, and every message that may move tokens. For wallets without an enrolled end-user.',
    ),
    'day-limit': t(
      'For each wallet, in any 24 hours. Pending transactions and signed messages count toward the limit.',
    ),
    recipients: t('Applies to recipients, spenders, called contracts and the backup address.'),
    everything: t('For every transaction and message of wallets without an enrolled end-user.'),
    'transaction-limit': t('Larger transfers are blocked.'),
  }
  return POLICY_TEMPLATES.map((value) => ({ value, label: templateName(value), note: notes[value] }))
}

function templateName(template: PolicyTemplate): string {
  const names: Record<PolicyTemplate, string> = {
    approval: t('Approval over an amount'),
    'day-limit': t('Daily limit'),
    recipients: t('Recipient allowlist'),
    everything: t('Everything needs approval'),
    'transaction-limit': t('Per-transaction limit'),
  }
  return names[template]
}

/** Names a new policy after its template, unless the person has typed a name. */
function nameAfterTemplate(form: UseFormReturn<PolicyFormValues>): void {
  const { name, kind } = form.getValues()
  const isTemplateName = POLICY_TEMPLATES.some((one) => templateName(one) === name)
  if (name === '' || isTemplateName) form.setValue('name', templateName(kind))
}

/** The policy as one sentence, while it is typed. Renders nothing before the values suffice. */
function Sentence({ form, coins, members }: FieldsProps) {
  const values = useWatch({ control: form.control })
  const read = policyFormSchema(coins).safeParse({ ...form.getValues(), ...values, name: 'x' })
  if (!read.success) return null
  return (
    <Notice tone="info" title={ruleText(policyRequest(read.data, coins, members).rule, coins, members)} />
  )
}

type FieldsProps = {
  form: UseFormReturn<PolicyFormValues>
  coins: readonly Coin[]
  members: readonly Member[]
}

function RuleFields({ form, coins, members }: FieldsProps) {
  const [kind, tokenAddress] = useWatch({ control: form.control, name: ['kind', 'tokenAddress'] })
  const field = bindFields(form)
  if (kind === 'everything') return <ApproverFields form={form} members={members} />
  if (kind === 'recipients')
    return (
      <>
        <TextAreaField
          label={t('Recipients')}
          hint={t('One address per line. Transfers to the wallet itself are always allowed.')}
          mono
          rows={4}
          {...field('recipients')}
        />
        <KnownAddressField
          onChoose={(address) =>
            form.setValue('recipients', [...addressesIn(form.getValues('recipients')), address].join('\n'))
          }
        />
      </>
    )
  const coin = coinAt(coins, tokenAddress)
  const options = coins.includes(coin) ? coins : [...coins, coin]
  return (
    <>
      <SelectField
        label={t('Token')}
        options={options.map((one) => ({ value: one.address, label: coinLabel(one) }))}
        {...field('tokenAddress')}
      />
      <TextField
        label={kind === 'approval' ? t('Over') : t('Maximum')}
        inputMode="decimal"
        hint={t(
          'Allowances, signed permits and any fee above the charged one count like transfers. Setting a backup address and data that cannot be read exceed every limit.',
        )}
        {...field('amount')}
      />
      {kind === 'approval' && <ApproverFields form={form} members={members} />}
    </>
  )
}

function WalletField({ form }: Pick<FieldsProps, 'form'>) {
  const typed = useWatch({ control: form.control, name: 'wallet' })
  const wallets = useSearchedAddresses(typed).filter(({ from }) => from === 'wallet')
  return (
    <TextField
      label={t('Wallet')}
      optional
      hint={t('Leave it empty for all wallets.')}
      mono
      placeholder="0x"
      suggestions={wallets.map(({ address, name }) => ({ value: address, label: name }))}
      {...bindFields(form)('wallet')}
    />
  )
}

/** Finds an address book entry or a wallet by name and adds the chosen one. */
function KnownAddressField({ onChoose }: { onChoose: (address: string) => void }) {
  const [typed, setTyped] = useState('')
  const found = useSearchedAddresses(typed)
  return (
    <TextField
      label={t('Add a known address')}
      hint={t('Type a part of its name.')}
      value={typed}
      suggestions={found.map(({ address, name }) => ({ value: address, label: name }))}
      onChange={({ target: { value } }) => {
        const isChosen = found.some(({ address }) => address === value)
        if (isChosen) onChoose(value)
        setTyped(isChosen ? '' : value)
      }}
    />
  )
}

const TYPING_PAUSE_MS = 200

function useSearchedAddresses(typed: string) {
  const searched = useSettled(typed.trim(), TYPING_PAUSE_MS, '')
  return useQuery(secondary('names', addressSearchQuery(searched))).data ?? []
}

/** Tests the form's values against past transactions. The result applies to exactly these values. */
function DryRun({ form, coins, members }: FieldsProps) {
  const values = useWatch({ control: form.control })
  const dryRun = useMutation({
    mutationFn: (tested: PolicyFormValues) => {
      const { name: _, ...body } = policyRequest(tested, coins, members)
      return orgApi.call(POLICY_ENDPOINTS.dryRunPolicy, { body })
    },
    gcTime: 0,
  })
  const isCurrent = JSON.stringify(dryRun.variables) === JSON.stringify(values)
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        pending={dryRun.isPending}
        onClick={form.handleSubmit(() => dryRun.mutate(form.getValues()), focusFirstError)}
      >
        {t('Test against the last 30 days')}
      </Button>
      {isCurrent && dryRun.data !== undefined && (
        <DryRunResult
          template={form.getValues('kind')}
          result={dryRun.data}
          coin={coinAt(coins, form.getValues('tokenAddress'))}
        />
      )}
      {isCurrent && <ProblemPanel error={dryRun.error} />}
    </div>
  )
}
