import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactElement } from 'react'
import type { Member } from '#protocol/members.ts'
import { reaches } from '#protocol/roles.ts'
import { SkeletonRows } from '#web/console/components/card.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { displayName } from '#web/console/lib/display.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import { t } from '#web/ui/text.ts'

type ApproverFieldsProps = {
  /** Form keys of the approvers that the policy already has. */
  named: readonly string[]
  field: (key: string) => Omit<ComponentProps<typeof TextField>, 'label'>
}

/**
 * Email addresses of the approvers: a field per administrator, and one per other approver that the policy
 * already has.
 */
export function ApproverFields({ named, field }: ApproverFieldsProps): ReactElement {
  const members = useQuery(membersQuery())
  return (
    <Loaded query={members} skeleton={<SkeletonRows label={t('Loading the members')} />}>
      {(list) => (
        <fieldset className="flex flex-col gap-3">
          <legend className="contents text-sm font-medium">{t('Who approves')}</legend>
          <p className="text-sm text-muted">
            {t(
              'Their email addresses; leave the others empty. Each gets an invitation to make a passkey for it. The first who has one, and did not ask for the transaction, is asked.',
            )}
          </p>
          {buildRows(list, named).map(({ key, label }) => (
            <TextField key={key} type="email" label={label} optional {...field(key)} />
          ))}
        </fieldset>
      )}
    </Loaded>
  )
}

function buildRows(members: readonly Member[], named: readonly string[]) {
  const administrators = members.filter(({ role }) => reaches(role, 'admin'))
  const gone = named.filter((key) => administrators.every(({ id }) => id !== key))
  return [
    ...administrators.map(({ id, name }) => ({ key: id, label: displayName(name) })),
    ...gone.map((key) => ({ key, label: t('No administrator of the organization') })),
  ]
}
