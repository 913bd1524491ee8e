import * as z from 'zod/mini'
import { updateApiKeyRequestSchema, type ApiKey } from '#protocol/api-keys.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'

const formSchema = () =>
  z.object({
    label: z.nonoptional(updateApiKeyRequestSchema.shape.label),
    limit: z.string().check(z.trim(), z.regex(/^[0-9]{0,9}$/, t('must be a whole number'))),
  })
/** The name and the limit of a key; its scopes and its expiry never change. */
export function EditApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { field, frame } = useSchemaForm(formSchema(), {
    defaultValues: { label: apiKey.label, limit: apiKey.requestsPerMinute?.toString() ?? '' },
    send: ({ label, limit }) =>
      updateApiKey(apiKey.id, {
        label,
        ...(apiKey.requestsPerMinute !== undefined && { requestsPerMinute: numberOf(limit) }),
      }),
    refetch: apiKeysQuery().queryKey,
    onDone: onClose,
    fields: { requestsPerMinute: 'limit' },
  })
  return (
    <FormDialog title={t('Name and limit')} onClose={onClose} {...frame} action={t('Save')}>
      <TextField label={t('Name')} autoFocus {...field('label')} />
      {apiKey.requestsPerMinute !== undefined && (
        <TextField
          label={t('Requests per minute')}
          hint={t(
            'Leave empty for the deployment’s limit. Requests above the limit are refused until the minute ends.',
          )}
          optional
          inputMode="numeric"
          {...field('limit')}
        />
      )}
    </FormDialog>
  )
}

/** An empty text removes the key's own limit. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim())
}
