import { t } from '#web/ui/text.ts'
import { Button } from './button.tsx'

type DialogActionsProps = {
  /** The word of the button: what will happen. */
  action: string
  tone?: 'primary' | 'danger'
  pending: boolean
  /** Not yet: the button is there and says why nothing happens. */
  refusing?: boolean
  /** Where the dialog is no form that is submitted. */
  onConfirm?: () => void
  onClose: () => void
}

/** The two ways out of a dialog. */
export function DialogActions({
  action,
  tone = 'primary',
  pending,
  refusing = false,
  onConfirm,
  onClose,
}: DialogActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button size="md" onClick={onClose}>
        {t('Cancel')}
      </Button>
      <Button
        type={onConfirm === undefined ? 'submit' : 'button'}
        tone={tone}
        size="md"
        refusing={refusing}
        pending={pending}
        onClick={onConfirm}
      >
        {action}
      </Button>
    </div>
  )
}
