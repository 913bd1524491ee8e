import type { ComponentProps } from 'react'
import { mayGovern, ROLES, type Role } from '#protocol/console-access.ts'
import { ChoiceList } from '#web/console/components/choice-list.tsx'
import { roleName, roleNote } from '#web/console/lib/role-words.ts'
import { t } from '#web/ui/text.ts'

type RoleChoicesProps = {
  /** Limits the choices to roles that this one may give. */
  giver: Role
  control: ComponentProps<typeof ChoiceList>['control']
  error?: string | undefined
}

export function RoleChoices({ giver, control, error }: RoleChoicesProps) {
  const choices = ROLES.filter((role) => mayGovern(giver, role)).map((role) => ({
    value: role,
    label: roleName(role),
    note: roleNote(role),
  }))
  return <ChoiceList legend={t('Role')} kind="radio" choices={choices} control={control} error={error} />
}
