import type { Member } from '#protocol/org/members.ts'
import { ConfirmDialog } from '#web/console/components/confirm-dialog.tsx'
import { reloadApp } from '#web/console/lib/shown-organization.ts'
import { t } from '#web/ui/text.ts'
import { removeMember } from './change-member.ts'
import { membersQuery } from './list-members.query.ts'
import { personName } from './person-name.ts'

type RemoveMemberDialogProps = { member: Member; isOwn: boolean; onClose: () => void }

export function RemoveMemberDialog({ member, isOwn, onClose }: RemoveMemberDialogProps) {
  return (
    <ConfirmDialog
      title={isOwn ? t('Leave this organization?') : t('Remove this member?')}
      action={isOwn ? t('Leave') : t('Remove member')}
      name={personName(member.name)}
      run={() => removeMember(member.id)}
      list={membersQuery().queryKey}
      {...(isOwn && { onDone: () => reloadApp() })}
      onClose={onClose}
    >
      <p>
        {t(
          'Their sessions in this organization end immediately. API keys and integrations they created keep working: review them.',
        )}
      </p>
    </ConfirmDialog>
  )
}
