import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { SCOPES, SPEC_SCOPES } from '#shared/baas/scopes.ts'
import { issueApiKeyRequestSchema, type IssuedApiKey } from '#shared/org/api-keys.ts'
import { Button } from '#console/components/button.tsx'
import { ChoiceList } from '#console/components/choice-list.tsx'
import { SelectField, TextField } from '#console/components/field.tsx'
import { Icon } from '#console/components/icon.tsx'
import { ProblemPanel } from '#console/components/problem-panel.tsx'
import { useSubmit } from '#console/lib/use-submit.ts'
import { issueApiKey } from './issue-api-key.ts'
import { endpointsOf, SCOPE_NOTES } from './scope-choices.ts'

const LIFETIMES = [
  { value: 'none', label: 'Never expires' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In one year' },
] as const
const DAY_MS = 86_400_000

const CHOICES = SCOPES.map((scope) => ({
  value: scope,
  label: scope,
  note: SCOPE_NOTES[scope],
  details: <ScopeEndpoints paths={endpointsOf(scope)} />,
}))

const formSchema = z.object({
  label: issueApiKeyRequestSchema.shape.label,
  scopes: issueApiKeyRequestSchema.shape.scopes,
  lifetime: z.enum(['none', '30', '90', '365']),
})
type FormValues = z.infer<typeof formSchema>

/** Sends the expiry only where one was chosen. */
function toRequest({ label, scopes, lifetime }: FormValues) {
  if (lifetime === 'none') return { label, scopes }
  return { label, scopes, expiresAtDatetime: new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString() }
}

export function IssueApiKeyForm({ onIssued }: { onIssued: (key: IssuedApiKey) => void }) {
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { label: '', scopes: [], lifetime: 'none' },
  })
  const { errors } = form.formState
  const { submit, problem, isPending } = useSubmit(form, {
    send: (values) => issueApiKey(toRequest(values)),
    onDone: onIssued,
    fields: { label: 'label', scopes: 'scopes', expiresAtDatetime: 'lifetime' },
  })
  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <TextField
        label="Name"
        hint="Where it is used and who looks after it, such as “Checkout backend, payments team”."
        error={errors.label?.message}
        autoFocus
        {...form.register('label')}
      />
      <ChoiceList
        legend="Scopes"
        hint="Give only what the key needs. It cannot be changed later."
        kind="checkbox"
        mono
        choices={CHOICES}
        control={form.register('scopes')}
        error={errors.scopes?.message}
        actions={
          <Button
            tone="quiet"
            onClick={() =>
              form.setValue('scopes', [...SPEC_SCOPES], { shouldValidate: true, shouldDirty: true })
            }
          >
            All but org:manage
          </Button>
        }
      />
      <SelectField label="Expiry" error={errors.lifetime?.message} {...form.register('lifetime')}>
        {LIFETIMES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <ProblemPanel error={problem} />
      <div>
        <Button type="submit" tone="primary" size="md" pending={isPending}>
          Issue key
        </Button>
      </div>
    </form>
  )
}

function ScopeEndpoints({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null
  return (
    <details className="group">
      <summary className="inline-flex items-center gap-1 rounded-sm py-0.5 text-xs text-muted hover:text-ink">
        <Icon name="next" className="size-3 transition-transform group-open:rotate-90" />
        {paths.length === 1 ? '1 endpoint' : `${paths.length} endpoints`}
      </summary>
      <ul className="pb-1">
        {paths.map((path) => (
          <li key={path} className="font-mono text-xs break-all text-muted">
            {path}
          </li>
        ))}
      </ul>
    </details>
  )
}
