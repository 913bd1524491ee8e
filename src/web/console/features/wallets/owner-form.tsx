import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { textSchema } from '#protocol/baas/fields.ts'
import { EXTERNAL_USER_LABEL_LENGTH_MAX } from '#protocol/baas/limits.ts'
import { widgetSessionRequestSchema } from '#protocol/org/console-api.ts'
import { Button } from '#web/console/components/button.tsx'
import { ChoiceList } from '#web/console/components/choice-list.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'

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
  const { errors } = form.formState
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) =>
        onChosen(
          values.owner === 'organization'
            ? null
            : { externalUserId: values.externalUserId, externalUserLabel: values.externalUserLabel },
        ),
      )}
    >
      <ChoiceList
        legend={t('Who owns this wallet?')}
        kind="radio"
        choices={choices()}
        control={form.register('owner')}
        error={errors.owner?.message}
      />
      {owner === 'end-user' && (
        <>
          <TextField
            label={t('User id')}
            hint={t('The id in your own system. It cannot be changed later.')}
            spellCheck={false}
            error={errors.externalUserId?.message}
            {...form.register('externalUserId')}
          />
          <TextField
            label={t('User name')}
            optional
            hint={t('Displayed in this console only.')}
            error={errors.externalUserLabel?.message}
            {...form.register('externalUserLabel')}
          />
        </>
      )}
      <div>
        <Button type="submit" tone="primary" size="md">
          {t('Continue')}
        </Button>
      </div>
    </form>
  )
}
