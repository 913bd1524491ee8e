import type { ReactElement } from 'react'
import * as z from 'zod/mini'
import { type ApiKey, updateApiKeyRequestSchema } from '#protocol/api-keys.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { apiKeysQuery, updateApiKey } from './api-key-requests.ts'
import { useIsOwnKey } from './key-marks.tsx'
import { ScopePicker } from './scope-picker.tsx'

const formSchema = () =>
  z.object({
    label: z.nonoptional(updateApiKeyRequestSchema.shape.label),
    scopes: z.nonoptional(updateApiKeyRequestSchema.shape.scopes),
    limit: z.string().check(z.trim(), z.regex(/^[0-9]{0,9}$/, t('must be a whole number'))),
  })
/**
 * Edits the name, scopes and rate limit of a key. The expiry never changes, and the console's own key keeps
 * its scopes.
 */
export function EditApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): ReactElement {
  const isOwn = useIsOwnKey(apiKey.id)
  const { form, field, frame } = useSchemaForm(formSchema(), {
    defaultValues: {
      label: apiKey.label,
      scopes: apiKey.scopes,
      limit: apiKey.requestsPerMinute?.toString() ?? '',
    },
    send: ({ label, scopes, limit }) =>
      updateApiKey(apiKey.id, {
        label,
        ...(scopes.toSorted().join() !== apiKey.scopes.toSorted().join() && { scopes }),
        ...(apiKey.requestsPerMinute !== undefined && {
          requestsPerMinute: limit.trim() === '' ? null : Number(limit),
        }),
      }),
    refetch: apiKeysQuery().queryKey,
    onDone: onClose,
    fields: { requestsPerMinute: 'limit' },
  })
  return (
    <FormDialog
      title={t('Edit the API key')}
      purpose={t('Changes take effect immediately: requests that need a removed scope are refused.')}
      onClose={onClose}
      size="md"
      {...frame}
      action={t('Save')}
    >
      <TextField label={t('Name')} autoFocus {...field('label')} />
      {!isOwn && (
        <ScopePicker
          {...field('scopes')}
          onPick={(picked) => form.setValue('scopes', picked, { shouldValidate: true, shouldDirty: true })}
        />
      )}
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
