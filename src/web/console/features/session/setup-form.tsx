import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { setupOptionsRequestSchema } from '#protocol/org/console-api.ts'
import { Button } from '#web/console/components/button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { enrolAdministrator } from './enrol-administrator.ts'
import { passkeyObstacle } from '#web/console/lib/passkey-problem.ts'

const formSchema = z.object({ name: setupOptionsRequestSchema.shape.name })
type FormValues = z.infer<typeof formSchema>

type SetupFormProps = { setupToken: string; onEnrolled: () => Promise<void> }

export function SetupForm({ setupToken, onEnrolled }: SetupFormProps) {
  const form = useForm<FormValues>({ resolver: zodResolver(formSchema), defaultValues: { name: '' } })
  const [obstacle] = useState(passkeyObstacle)
  const { submit, problem, isPending } = useSubmit(form, {
    send: ({ name }) => enrolAdministrator({ setupToken, name }),
    onDone: onEnrolled,
    fields: { name: 'name' },
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label={t('Your name')}
        hint={t('Displayed in the console and in your passkey manager.')}
        autoComplete="name"
        autoFocus
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <ProblemPanel error={obstacle ?? problem} />
      {obstacle === null && (
        <Button type="submit" tone="primary" size="md" icon="passkey" pending={isPending}>
          {isPending ? t('Waiting for your passkey') : t('Create passkey')}
        </Button>
      )}
    </form>
  )
}
