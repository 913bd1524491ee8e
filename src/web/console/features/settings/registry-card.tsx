import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { DESCRIPTOR_ENDPOINTS } from '#protocol/console/descriptor-endpoints.ts'
import {
  trustDescriptorsRequestSchema,
  type TrustedDescriptors,
} from '#protocol/console/trusted-descriptors.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import { ChoiceList } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'

const descriptorsQuery = () => consoleApi.query(['descriptors'], DESCRIPTOR_ENDPOINTS.getTrustedDescriptors)

/** Publishers in the public registry whose descriptions of their own contracts are displayed. */
export function RegistryCard(): ReactElement {
  const descriptors = useQuery(descriptorsQuery())
  return (
    <Card
      title={t('Clear signing (ERC-7730)')}
      note={t(
        'For a call that it cannot decode, the widget displays the description of a trusted publisher next to the bytes. Warnings stay.',
      )}
    >
      <Loaded query={descriptors} skeleton={<Skeleton className="h-48 w-full max-w-form" />}>
        {(data) => <RegistryForm {...data} />}
      </Loaded>
    </Card>
  )
}

function RegistryForm({ owners, trusted, commit }: TrustedDescriptors) {
  const { form, frame, isSaved } = useSchemaForm(trustDescriptorsRequestSchema, {
    defaultValues: { trusted },
    send: (body) => consoleApi.call(DESCRIPTOR_ENDPOINTS.trustDescriptors, { body }),
    onDone: (saved) => {
      form.reset({ trusted: saved.trusted })
    },
    refetch: descriptorsQuery().queryKey,
  })
  return (
    <Form
      {...frame}
      action={t('Save')}
      button={{ access: DESCRIPTOR_ENDPOINTS.trustDescriptors }}
      status={isSaved ? t('Saved') : ''}
      className="max-w-form gap-4"
    >
      <div className="max-h-80 overflow-y-auto rounded-md">
        <ChoiceList
          legend={t('Trusted publishers')}
          hint={t('From version {commit} of the public registry.', { commit: commit.slice(0, 7) })}
          kind="checkbox"
          choices={owners.map(({ id, name, contracts }) => ({
            value: id,
            label: harmlessText(name, 60).text,
            note: t('{contracts, plural, one {# contract} other {# contracts}}', { contracts }),
          }))}
          {...form.register('trusted')}
        />
      </div>
    </Form>
  )
}
