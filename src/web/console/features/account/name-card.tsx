import { useQueryClient } from '@tanstack/react-query'
import { sessionSchema } from '#protocol/console-api.ts'
import { renamePersonRequestSchema } from '#protocol/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { callApi } from '#web/console/lib/api.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'

/** The person's name for other members and the audit log. */
export function NameCard({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const { form, field, submit, problem, isPending, isSuccess } = useSchemaForm(renamePersonRequestSchema, {
    defaultValues: { name },
    send: (values) => renamePerson(values.name.trim()),
    onDone: async (session) => {
      queryClient.setQueryData(sessionQuery().queryKey, session)
      if (session.signedIn) form.reset({ name: session.admin.name })
      await queryClient.invalidateQueries({ queryKey: ['members'] })
    },
  })
  const isSaved = isSuccess && !form.formState.isDirty
  return (
    <Card title={t('Your name')}>
      <form noValidate className="flex max-w-form flex-col gap-4" onSubmit={submit}>
        <TextField
          label={t('Name')}
          hint={t('Visible to the other members. Existing audit log entries keep the old name.')}
          autoComplete="name"
          {...field('name')}
        />
        <ProblemPanel error={problem} />
        <div className="flex items-center gap-3">
          <Button type="submit" tone="primary" size="md" pending={isPending}>
            {t('Save')}
          </Button>
          <span role="status" className="text-sm text-success">
            {isSaved ? t('Saved') : ''}
          </span>
        </div>
      </form>
    </Card>
  )
}

/** Changes the person's name; returns the updated session. */
function renamePerson(name: string) {
  const path = '/api/account/name'
  return callApi({ method: 'PUT', path, body: { name }, answer: sessionSchema })
}
