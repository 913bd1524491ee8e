import type { ComponentProps, ReactNode, ReactElement } from 'react'
import { Button } from './button.tsx'
import { ProblemPanel } from './notice.tsx'

/** Submission of a form, as returned by `useSubmit`. */
export type FormFrame = {
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** The general error. */
  problem: unknown
  pending: boolean
}

type FormProps = FormFrame & {
  /** Label of the button, which says what will happen. */
  action: string
  button?: Partial<ComponentProps<typeof Button>>
  /** Displayed next to the button and announced when it changes, for example after saving. */
  status?: string
  /** Retries the request. Undefined shows no retry button with the general error. */
  onRetry?: () => unknown
  className?: string
  children: ReactNode
}

/** A form on a page: its fields, its general error and its button. */
export function Form(props: FormProps): ReactElement {
  const { onSubmit, problem, pending, action, button, status, onRetry, className = 'gap-4' } = props
  return (
    <form noValidate className={`flex flex-col ${className}`} onSubmit={onSubmit}>
      {props.children}
      <ProblemPanel error={problem} onRetry={onRetry} pending={pending} />
      <div className="flex items-center gap-3">
        <Button type="submit" tone="primary" size="md" pending={pending} {...button}>
          {action}
        </Button>
        {status !== undefined && (
          <span role="status" className="text-sm text-success">
            {status}
          </span>
        )}
      </div>
    </form>
  )
}
