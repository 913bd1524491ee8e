import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { updateApiKeyRequestSchema, type ApiKey } from '#protocol/org/api-keys.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'

const formSchema = () =>
  z.object({
    label: z.nonoptional(updateApiKeyRequestSchema.shape.label),
    limit: z.string().check(z.trim(), z.regex(/^[0-9]{0,9}$/, t('must be a whole number'))),
  })
type FormValues = z.infer<ReturnType<typeof formSchema>>

/** The name and the limit of a key; its scopes and its expiry never change. */
export function EditApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema()),
    defaultValues: { label: apiKey.label, limit: apiKey.requestsPerMinute?.toString() ?? '' },
  })
  const { errors } = form.formState
  const { submit, problem, isPending } = useSubmit(form, {
    send: ({ label, limit }) =>
      updateApiKey(apiKey.id, {
        label,
        ...(apiKey.requestsPerMinute !== undefined && { requestsPerMinute: numberOf(limit) }),
      }),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
      onClose()
    },
    fields: { label: 'label', requestsPerMinute: 'limit' },
  })
  return (
    <FormDialog
      title={t('Name and limit')}
      onClose={onClose}
      onSubmit={submit}
      problem={problem}
      action={t('Save')}
      pending={isPending}
    >
      <TextField label={t('Name')} error={errors.label?.message} autoFocus {...form.register('label')} />
      {apiKey.requestsPerMinute !== undefined && (
        <TextField
          label={t('Requests per minute')}
          hint={t(
            'Leave empty for the deployment’s limit. Requests above the limit are refused until the minute ends.',
          )}
          optional
          inputMode="numeric"
          error={errors.limit?.message}
          {...form.register('limit')}
        />
      )}
    </FormDialog>
  )
}

/** An empty text removes the key's own limit. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim())
}
