import type { Invited } from '#protocol/org/members.ts'
import { Button } from '#web/console/components/button.tsx'
import { CopyTextButton } from '#web/console/components/copy-button.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { roleName } from '#web/console/lib/role-words.ts'
import { t } from '#web/ui/text.ts'

/** The link, for the only time. Without it the invitation is revoked and another one made: nothing is lost. */
export function InvitationLinkDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Dialog
      title={t('Invitation as {role}', { role: roleName(invited.role) })}
      purpose={t('Share this link privately with one person.')}
      onClose={onClose}
      size="md"
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-2 pl-3">
          <code
            aria-label={t('Invitation link')}
            data-secret
            className="min-w-0 flex-1 basis-48 font-mono text-sm break-all select-all"
          >
            {invited.link}
          </code>
          <CopyTextButton text={invited.link} what={t('invitation link')} />
        </div>
        <MailNotice invited={invited} />
        <p className="text-sm text-muted">
          {t('It works once, until {time}. It is displayed only now; you can revoke it at any time.', {
            time: formatAbsolute(invited.expiresAtDatetime),
          })}
        </p>
        <div className="flex justify-end">
          <Button tone="primary" size="md" onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function MailNotice({ invited }: { invited: Invited }) {
  if (invited.email === null) return null
  if (invited.mailed) {
    return <Notice tone="success">{t('The link was sent to {email}.', { email: invited.email })}</Notice>
  }
  return (
    <Notice tone="warning" title={t('The mail could not be sent')}>
      {t('The link still works: share it yourself.')}
    </Notice>
  )
}
