import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { joinOptionsRequestSchema } from '#protocol/org/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { passkeyObstacle } from '#web/console/lib/passkey-problem.ts'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { join } from './join.ts'

const formSchema = z.object({ name: joinOptionsRequestSchema.shape.name })
type FormValues = z.infer<typeof formSchema>

/** For somebody who has no passkey here yet. */
export function JoinForm({ token }: { token: string }) {
  const form = useForm<FormValues>({ resolver: zodResolver(formSchema), defaultValues: { name: '' } })
  const [obstacle] = useState(passkeyObstacle)
  const { submit, problem, isPending, isSuccess } = useSubmit(form, {
    send: ({ name }) => join({ token, name }),
    onDone: () => undefined,
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
        <Button type="submit" tone="primary" size="md" icon="passkey" pending={isPending || isSuccess}>
          {isPending ? t('Waiting for your passkey') : t('Create passkey and join')}
        </Button>
      )}
    </form>
  )
}
