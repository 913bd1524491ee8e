import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import {
  useId,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  useState,
  type ReactElement,
} from 'react'
import { useChange } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'
import { Button, DialogButton, IconButton } from './button.tsx'
import { TextField } from './field.tsx'
import { type FormFrame } from './form.tsx'
import { ProblemPanel } from './notice.tsx'

type DialogProps = {
  title: string
  purpose?: ReactNode
  onClose: () => void
  /** Disables Escape and the close button, so that the content is not lost. */
  mustAnswer?: boolean
  size?: 'sm' | 'md'
  children: ReactNode
}

type ModalProps = ComponentProps<'dialog'> & {
  onClose: () => void
  closedby: 'any' | 'closerequest' | 'none'
}

/** A native modal dialog. Focus stays inside and then returns to where it was. Rendered only while open. */
export function Modal({ onClose, closedby, ...dialog }: ModalProps): ReactElement {
  const ref = useRef<HTMLDialogElement>(null)
  const mustAnswer = closedby === 'none'
  useLayoutEffect(() => {
    const shown = ref.current
    shown?.showModal()
    // React set the focus before the dialog was open.
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
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
        // Browsers close a dialog on a second Escape even if the page prevents it.
        if (mustAnswer) ref.current?.showModal()
        else if (closedby === 'any') onClose()
      }}
      {...dialog}
    />
  )
}

/** A dialog with a title. A click outside does not close it, because a form inside would lose its input. */
export function Dialog({
  title,
  purpose,
  onClose,
  mustAnswer = false,
  size = 'sm',
  children,
}: DialogProps): ReactElement {
  const id = useId()
  return (
    <Modal
      aria-labelledby={`${id}-title`}
      aria-describedby={purpose === undefined ? undefined : `${id}-purpose`}
      closedby={mustAnswer ? 'none' : 'closerequest'}
      onClose={onClose}
      className={`dialog-motion w-full text-left rounded-xl border border-line bg-raised shadow-lg backdrop:bg-overlay max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none ${size === 'sm' ? 'sm:max-w-form' : 'sm:max-w-prose'} max-h-[calc(100dvh-2rem)]`}
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
        {/* The close button comes last, so that the browser focuses the dialog's content first. */}
        {!mustAnswer && (
          <IconButton icon="close" label={t('Close')} onClick={onClose} className="absolute top-5 right-4" />
        )}
      </div>
    </Modal>
  )
}

type FormDialogProps = Omit<DialogProps, 'mustAnswer'> &
  FormFrame & {
    /** Label of the button, which says what will happen. */
    action: string
    /** Label of the button that closes the dialog without the action. The default is "Cancel". */
    leave?: string
    tone?: 'primary' | 'danger'
    /** Whether the action is not possible yet. */
    refusing?: boolean
  }

/** A dialog with one form: its fields, its general error and two buttons. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { action, leave, tone = 'primary', refusing, ...others } = props
  const { pending, onSubmit, problem, children, ...dialog } = others
  return (
    <Dialog {...dialog}>
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        {children}
        <ProblemPanel error={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="md" onClick={dialog.onClose}>
            {leave ?? t('Cancel')}
          </Button>
          <Button type="submit" tone={tone} size="md" pending={pending} refusing={refusing === true}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type AskDialogProps = Omit<FormDialogProps, keyof FormFrame | 'children'> & {
  /** The request to send after confirmation. */
  run: { mutate: () => void; error: unknown; isPending: boolean }
  children?: ReactNode
}

/** A dialog with one question and fields that need no schema. */
export function AskDialog({ run, children, ...dialog }: AskDialogProps): ReactElement {
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    run.mutate()
  }
  return (
    <FormDialog {...dialog} onSubmit={submit} problem={run.error} pending={run.isPending}>
      {children}
    </FormDialog>
  )
}

type SaveDialogProps = Pick<AskDialogProps, 'title' | 'purpose' | 'action' | 'onClose'> & {
  save: () => Promise<void>
}

/**
 * Asks for confirmation before saving a form that makes it easier to move money. Errors appear in the form.
 */
export function SaveDialog({ save, ...dialog }: SaveDialogProps): ReactElement {
  const run = {
    mutate: () => {
      dialog.onClose()
      void save()
    },
    error: null,
    isPending: false,
  }
  return <AskDialog {...dialog} tone="danger" run={run} />
}

/** A dialog that reports what was done. It has only a close button. */
export function DoneDialog({ children, ...dialog }: Omit<DialogProps, 'mustAnswer'>): ReactElement {
  return (
    <Dialog {...dialog}>
      <div className="flex flex-col gap-4">
        {children}
        <div className="flex justify-end">
          <Button tone="primary" size="md" onClick={dialog.onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type ConfirmDialogProps<Result> = {
  title: string
  /** Label of the button, which says what will happen. */
  action: string
  /** Name to type before the button is enabled. */
  name: string
  children: ReactNode
  run: () => Promise<Result>
  /** Queries to refetch before the dialog closes. */
  list?: QueryKey
  /** Called after the action instead of refetching and closing. */
  onDone?: (result: Result) => unknown
  onClose: () => void
}

/** Confirms an irreversible action. The user types the name of the item. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>): ReactElement {
  const { title, action, name, children, run, list, onDone, onClose } = props
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const confirmed = useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      if (onDone !== undefined) return onDone(result)
      if (list !== undefined) await queryClient.invalidateQueries({ queryKey: list })
      onClose()
    },
  })
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const matches = typed.trim() === name.trim()
        setIsWrong(!matches)
        if (matches) confirmed.mutate()
      }}
      problem={confirmed.error}
      action={action}
      tone="danger"
      pending={confirmed.isPending || confirmed.isSuccess}
    >
      <div className="flex flex-col gap-3 text-muted">{children}</div>
      <TextField
        label={t('Type “{name}” to confirm', { name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isWrong ? t('The name does not match. Type “{name}”', { name }) : undefined}
        autoFocus
        spellCheck={false}
      />
    </FormDialog>
  )
}

type ConfirmButtonProps<Result> = Omit<ConfirmDialogProps<Result>, 'onClose'> & {
  label: string
  of?: string
  button?: Partial<ComponentProps<typeof DialogButton>>
}

/** A button for an irreversible action, which asks for confirmation first. */
export function ConfirmButton<Result>({
  label,
  of,
  button,
  ...dialog
}: ConfirmButtonProps<Result>): ReactElement {
  return (
    <DialogButton {...button} of={of} dialog={(close) => <ConfirmDialog {...dialog} onClose={close} />}>
      {label}
    </DialogButton>
  )
}

/** Confirmation before a change. `purpose` states the consequence. */
type Question = Pick<AskDialogProps, 'title' | 'purpose' | 'action'>

type AskButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Undefined if the change does not loosen anything. The change then runs without confirmation. */
  question: Question | undefined
  change: () => Promise<unknown>
  /** Queries to refetch before the dialog closes. */
  list: QueryKey
}

/** A button for a change that loosens a rule, which asks for confirmation first. */
export function AskButton({ question, change, list, ...button }: AskButtonProps): ReactElement {
  // The question as of the click, because the change itself may remove it.
  const [asked, setAsked] = useState<Question>()
  const { mutate, error, isPending } = useChange(change, list)
  const close = () => setAsked(undefined)
  const run = { mutate: () => mutate(undefined, { onSuccess: close }), error, isPending }
  const press = () => (question === undefined ? mutate() : setAsked(question))
  return (
    <>
      <Button {...button} pending={isPending} onClick={press} />
      {asked === undefined ? (
        <ProblemPanel error={error} className="basis-full" />
      ) : (
        <AskDialog {...asked} tone="danger" run={run} onClose={close} />
      )}
    </>
  )
}
