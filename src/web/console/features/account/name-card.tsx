import { useQueryClient } from '@tanstack/react-query'
import { sessionSchema } from '#protocol/console-api.ts'
import { renamePersonRequestSchema } from '#protocol/members.ts'
import { Card } from '#web/console/components/card.tsx'
import { TextField, Form } from '#web/console/components/field.tsx'
import { callRoute } from '#web/console/lib/api.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'

/** The person's name for other members and the audit log. */
export function NameCard({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const { form, field, frame, isSuccess } = useSchemaForm(renamePersonRequestSchema, {
    defaultValues: { name },
    send: (values) =>
      callRoute('PUT /api/account/name', sessionSchema, { body: { name: values.name.trim() } }),
    onDone: async (session) => {
      queryClient.setQueryData(sessionQuery().queryKey, session)
      if (session.signedIn) form.reset({ name: session.admin.name })
      await queryClient.invalidateQueries({ queryKey: ['members'] })
    },
  })
  const isSaved = isSuccess && !form.formState.isDirty
  return (
    <Card title={t('Your name')}>
      <Form {...frame} action={t('Save')} status={isSaved ? t('Saved') : ''} className="max-w-form gap-4">
        <TextField
          label={t('Name')}
          hint={t('Visible to the other members. Existing audit log entries keep the old name.')}
          autoComplete="name"
          {...field('name')}
        />
      </Form>
    </Card>
  )
}
