import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { createOrganizationRequestSchema } from '#protocol/members.ts'
import { ORGANIZATION_ENDPOINTS } from '#protocol/organization.ts'
import { Card } from '#web/console/components/card.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { displayName, thoseWhoReach } from '#web/console/lib/display.ts'
import { sessionQuery, useSession } from '#web/console/lib/session.query.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'

/**
 * The organization's name, for members, and for end-users in mails, in the widget and in the approval app.
 */
export function RenameOrganizationCard(): ReactElement {
  const session = useSession()
  // Admins may use the endpoint too, for the list of sites that may frame the widget. The server lets only owners
  // change the name.
  const isOwner = session.admin.role === 'owner'
  return (
    <Card title={t('Name')} note={!isOwner && thoseWhoReach('owner')}>
      {isOwner ? <RenameForm name={session.organization.name} /> : displayName(session.organization.name)}
    </Card>
  )
}

function RenameForm({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const { form, field, frame, isSaved } = useSchemaForm(createOrganizationRequestSchema, {
    defaultValues: { name },
    send: (values) =>
      orgApi.call(ORGANIZATION_ENDPOINTS.updateOrganization, {
        body: { name: values.name.trim() },
      }),
    onDone: async (renamed) => {
      form.reset({ name: renamed.name })
      // Updates the sidebar's title and the list of organizations.
      await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    },
  })
  return (
    <Form {...frame} action={t('Save')} status={isSaved ? t('Saved') : ''} className="max-w-form gap-4">
      <TextField
        label={t('Organization name')}
        hint={t('Your end-users see it in mails, in the widget and in the approval app.')}
        {...field('name')}
      />
    </Form>
  )
}
