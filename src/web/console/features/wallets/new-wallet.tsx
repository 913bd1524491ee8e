import { ConsoleWidget } from '#web/console/lib/widget-gate.tsx'
import type { FeeSettings } from '#protocol/organization.ts'
import type { AllowedToken } from '#protocol/tokens.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { feeText } from '#web/console/lib/call-texts.ts'
import { t } from '#web/ui/text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { textSchema } from '#protocol/fields.ts'
import { EXTERNAL_USER_LABEL_LENGTH_MAX } from '#protocol/limits.ts'
import { widgetSessionRequestSchema } from '#protocol/console-api.ts'
import { ChoiceList, TextField, Form } from '#web/console/components/field.tsx'
import { fieldOf } from '#web/console/lib/use-schema-form.ts'

type CreateWalletWidgetProps = { owner: Owner; onCreated: (address: string) => void; onCancelled: () => void }

/** The widget creates the wallet here as it does on an integrator's page. */
export function CreateWalletWidget({ owner, onCreated, onCancelled }: CreateWalletWidgetProps) {
  const { externalUserLabel, ...user } = owner ?? { externalUserLabel: '' }
  return (
    <ConsoleWidget
      session={{ operations: ['create'], ...user, ...(externalUserLabel !== '' && { externalUserLabel }) }}
      flow="create"
      onlatchkey-created={({ detail }) => onCreated(detail.address)}
      onlatchkey-cancelled={onCancelled}
    />
  )
}

/**
 * The requirements of a creation with a fee. The address follows from the passkey, so its missing balance is known
 * only after the widget created one; the widget then shows it and waits.
 */
export function FeeNotice({ fee, tokens }: { fee: FeeSettings; tokens: readonly AllowedToken[] }) {
  if (fee === null) return null
  const amount = feeText({ fee: fee.amountPerTransaction, feeCoinAddress: fee.tokenAddress }, tokens)
  return (
    <Notice tone="info" title={t('Have {amount} ready', { amount })}>
      <ol className="mt-1 flex list-decimal flex-col gap-1 pl-4">
        <li>{t('The widget creates the passkey. The wallet’s address follows from it.')}</li>
        <li>
          {t(
            'It checks the balance at that address. Your organization charges {amount} for each transaction, so that much must be there first.',
            { amount },
          )}
        </li>
        <li>
          {t(
            'If not, the widget displays the missing amount, the address and its QR code, checks every few seconds, and continues once it has arrived.',
          )}
        </li>
      </ol>
      <p className="mt-2">{t('Creating the wallet itself costs nothing.')}</p>
    </Notice>
  )
}

const formSchema = z.discriminatedUnion('owner', [
  z.object({ owner: z.literal('organization'), externalUserId: z.string(), externalUserLabel: z.string() }),
  z.object({
    owner: z.literal('end-user'),
    externalUserId: widgetSessionRequestSchema.shape.externalUserId,
    externalUserLabel: textSchema(EXTERNAL_USER_LABEL_LENGTH_MAX),
  }),
])
type FormValues = { owner: 'organization' | 'end-user'; externalUserId: string; externalUserLabel: string }

/** A new wallet's owner; `null` is the organization itself. */
export type Owner = { externalUserId: string; externalUserLabel: string } | null

const choices = () => [
  {
    value: 'organization',
    label: t('The organization'),
    note: t('Your own wallet: signed with its passkey, with no further approval.'),
  },
  {
    value: 'end-user',
    label: t('An end-user'),
    note: t('Linked to a user of your product, who approves transactions in the approval app.'),
  },
]

export function OwnerForm({ onChosen }: { onChosen: (owner: Owner) => void }) {
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { owner: 'organization', externalUserId: '', externalUserLabel: '' },
  })
  const owner = useWatch({ control: form.control, name: 'owner' })
  const field = fieldOf(form)
  return (
    <Form
      onSubmit={form.handleSubmit(({ externalUserId, externalUserLabel }) =>
        onChosen(owner === 'organization' ? null : { externalUserId, externalUserLabel }),
      )}
      problem={null}
      pending={false}
      action={t('Continue')}
    >
      <ChoiceList
        legend={t('Who owns this wallet?')}
        kind="radio"
        choices={choices()}
        control={form.register('owner')}
        error={form.formState.errors.owner?.message}
      />
      {owner === 'end-user' && (
        <>
          <TextField
            label={t('User id')}
            hint={t('The id in your own system. It cannot be changed later.')}
            spellCheck={false}
            {...field('externalUserId')}
          />
          <TextField
            label={t('User name')}
            optional
            hint={t('Displayed in this console only.')}
            {...field('externalUserLabel')}
          />
        </>
      )}
    </Form>
  )
}
