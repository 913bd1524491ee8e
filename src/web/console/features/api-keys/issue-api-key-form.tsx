import type { ReactElement } from 'react'
import * as z from 'zod/mini'
import { issueApiKeyRequestSchema, type IssueApiKeyRequest, type IssuedApiKey } from '#protocol/api-keys.ts'
import { SelectField, TextAreaField, TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { issueApiKey } from './api-key-requests.ts'
import { DAY_MS } from './key-marks.tsx'
import { rangeProblem, splitRanges, refusedRanges } from './range-lines.ts'
import { ScopePicker } from './scope-picker.tsx'

const lifetimes = () => [
  { value: 'none', label: t('Never expires') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In one year') },
]

const formSchema = z.object({
  label: issueApiKeyRequestSchema.shape.label,
  scopes: issueApiKeyRequestSchema.shape.scopes,
  lifetime: z.enum(['none', '30', '90', '365']),
  ranges: z.string().check(
    z.superRefine((text, context) => {
      const ranges = splitRanges(text)
      const message = rangeProblem(refusedRanges(ranges), ranges)
      if (message !== undefined) context.addIssue({ code: 'custom', message, input: text })
    }),
  ),
})
/**
 * The request for a form's values. Includes expiry and allowlist only if set. A new list is staged and
 * refuses no requests yet.
 */
function toRequest(values: z.infer<typeof formSchema>): IssueApiKeyRequest {
  const { label, scopes, lifetime, ranges } = values
  const listed = splitRanges(ranges)
  return {
    label,
    scopes,
    ...(lifetime !== 'none' && {
      expiresAtDatetime: new Date(serverNowMs() + Number(lifetime) * DAY_MS).toISOString(),
    }),
    ...(listed.length > 0 && { ipAllowList: { mode: 'staged', ranges: listed } }),
  }
}

export function IssueApiKeyForm({ onIssued }: { onIssued: (key: IssuedApiKey) => void }): ReactElement {
  const { form, field, frame } = useSchemaForm(formSchema, {
    defaultValues: { label: '', scopes: [], lifetime: 'none', ranges: '' },
    send: (values, key) => issueApiKey(toRequest(values), key),
    onDone: onIssued,
    fields: {
      expiresAtDatetime: 'lifetime',
      'ipAllowList.ranges': 'ranges',
    },
  })
  return (
    <Form {...frame} action={t('Issue key')} className="gap-6">
      <TextField
        label={t('Name')}
        hint={t('Where it is used and who owns it, for example “Checkout backend, payments team”.')}
        autoFocus
        {...field('label')}
      />
      <ScopePicker
        {...field('scopes')}
        onPick={(scopes) => form.setValue('scopes', scopes, { shouldValidate: true, shouldDirty: true })}
      />
      <SelectField label={t('Expiry')} options={lifetimes()} {...field('lifetime')} />
      <TextAreaField
        label={t('Allowed IP addresses')}
        hint={t(
          'One address or range per line. The list starts in monitoring: requests from other addresses are recorded but allowed until you enforce it.',
        )}
        optional
        mono
        rows={2}
        {...field('ranges')}
      />
    </Form>
  )
}
