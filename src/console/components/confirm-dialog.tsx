import { useState, type ReactNode } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { ProblemPanel } from './problem-panel.tsx'

type ConfirmDialogProps = {
  title: string
  /** The word of the button: what will happen. */
  action: string
  /** Typed by hand before the button does anything. */
  name: string
  children: ReactNode
  error: unknown
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone: the name of the thing is typed by hand. */
export function ConfirmDialog({
  title,
  action,
  name,
  children,
  error,
  pending,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const matches = typed.trim() === name.trim()
          setIsWrong(!matches)
          if (matches) onConfirm()
        }}
      >
        <div className="flex flex-col gap-3 text-muted">{children}</div>
        <TextField
          label={t('Type “{name}” to confirm', { name })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={isWrong ? t('The name does not match. Type {name}', { name }) : undefined}
          autoFocus
          spellCheck={false}
        />
        <ProblemPanel error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="md" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" tone="danger" size="md" pending={pending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
