import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '#web/console/components/button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { passkeyObstacle } from '#web/ui/ask-passkey.ts'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'

type EnrolFormProps = {
  nameSchema: z.ZodMiniType<string, string>
  /** The word of the button. */
  action: string
  send: (name: string) => Promise<void>
  onDone?: () => Promise<void>
}

/** For a person who has no passkey here yet: asks for the name and makes the passkey. */
export function EnrolForm({ nameSchema, action, send, onDone }: EnrolFormProps) {
  const form = useForm<{ name: string }>({
    resolver: zodResolver(z.object({ name: nameSchema })),
    defaultValues: { name: '' },
  })
  const [obstacle] = useState(passkeyObstacle)
  const { submit, problem, isPending, isSuccess } = useSubmit(form, {
    send: ({ name }) => send(name),
    onDone: () => onDone?.(),
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
          {isPending ? t('Waiting for your passkey') : action}
        </Button>
      )}
    </form>
  )
}
