import { useState, type ReactElement } from 'react'
import * as z from 'zod/mini'
import { Button } from '#web/console/components/button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { passkeyObstacle } from '#web/ui/ask-passkey.ts'
import { t } from '#web/ui/text.ts'

type EnrolFormProps = {
  nameSchema: z.ZodMiniType<string, string>
  action: string
  send: (name: string) => Promise<void>
  onDone?: () => Promise<void>
}

/** Asks a new person for a name and creates their passkey. */
export function EnrolForm({ nameSchema, action, send, onDone }: EnrolFormProps): ReactElement {
  const [obstacle] = useState(passkeyObstacle)
  const { field, submit, problem, isPending, isSuccess } = useSchemaForm(z.object({ name: nameSchema }), {
    defaultValues: { name: '' },
    send: ({ name }) => send(name),
    onDone: () => onDone?.(),
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label={t('Your name')}
        hint={t('Displayed in the console and in your passkey manager.')}
        autoComplete="name"
        autoFocus
        {...field('name')}
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
