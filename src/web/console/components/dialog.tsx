import { useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { t } from '#web/ui/text.ts'
import { Button, IconButton } from './button.tsx'
import type { FormFrame } from './form.tsx'
import { ProblemPanel } from './problem-panel.tsx'

type DialogProps = {
  title: string
  purpose?: ReactNode
  onClose: () => void
  /** Neither Escape nor a cross closes it, so that its content is not lost. */
  mustAnswer?: boolean
  size?: 'sm' | 'md'
  children: ReactNode
}

type ModalProps = ComponentProps<'dialog'> & {
  onClose: () => void
  closedby: 'any' | 'closerequest' | 'none'
}

/** The native modal dialog: focus stays inside and returns to where it was. Rendered only while it is open. */
export function Modal({ onClose, closedby, ...dialog }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const mustAnswer = closedby === 'none'
  useLayoutEffect(() => {
    const shown = ref.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      closedby={closedby}
      onCancel={(event) => {
        event.preventDefault()
        if (!mustAnswer) onClose()
      }}
      onClose={() => {
        // Browsers let a second Escape through although the page prevents it.
        if (mustAnswer) ref.current?.showModal()
        else if (closedby === 'any') onClose()
      }}
      {...dialog}
    />
  )
}

/** A dialog with a title. A click outside does not close it: a form inside would lose its input. */
export function Dialog({ title, purpose, onClose, mustAnswer = false, size = 'sm', children }: DialogProps) {
  const id = useId()
  return (
    <Modal
      aria-labelledby={`${id}-title`}
      aria-describedby={purpose === undefined ? undefined : `${id}-purpose`}
      closedby={mustAnswer ? 'none' : 'closerequest'}
      onClose={onClose}
      className={`dialog-motion w-full rounded-xl border border-line bg-raised shadow-lg backdrop:bg-overlay max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none ${size === 'sm' ? 'sm:max-w-form' : 'sm:max-w-prose'} max-h-[calc(100dvh-2rem)]`}
    >
      <div className="flex max-h-[inherit] flex-col">
        <header className="flex items-start gap-4 px-6 pt-5 pb-2">
          <div className="mr-auto min-w-0">
            <h2 id={`${id}-title`} className="text-lg font-strong tracking-tight">
              {title}
            </h2>
            {purpose !== undefined && (
              <div id={`${id}-purpose`} className="mt-1 text-muted">
                {purpose}
              </div>
            )}
          </div>
          {!mustAnswer && <span className="-mr-2 size-8 shrink-0 pointer-coarse:size-10" />}
        </header>
        <div className="min-h-0 overflow-y-auto px-6 pt-2 pb-6">{children}</div>
        {/* Last, so that the browser focuses the dialog's content. */}
        {!mustAnswer && (
          <IconButton icon="close" label={t('Close')} onClick={onClose} className="absolute top-5 right-4" />
        )}
      </div>
    </Modal>
  )
}

type DialogActionsProps = {
  /** The button's label: what will happen. */
  action: string
  tone?: 'primary' | 'danger'
  pending: boolean
  /** The action is not possible yet: the button does nothing. */
  refusing?: boolean
  /** If the dialog is not a form. */
  onConfirm?: () => void
  onClose: () => void
}

/** A dialog's two buttons. */
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

type FormDialogProps = Omit<DialogProps, 'mustAnswer'> &
  Pick<DialogActionsProps, 'action' | 'tone'> &
  FormFrame

/** A dialog with one form: its fields, its general error, and its two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { action, tone = 'primary', pending, onSubmit, problem, children, ...dialog } = props
  return (
    <Dialog {...dialog}>
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        {children}
        <ProblemPanel error={problem} />
        <DialogActions action={action} tone={tone} pending={pending} onClose={dialog.onClose} />
      </form>
    </Dialog>
  )
}
