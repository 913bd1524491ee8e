import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { ProblemPanel } from './problem-panel.tsx'

/** A form's submission, as `useSubmit` has it. */
export type FormFrame = {
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** Its general error. */
  problem: unknown
  pending: boolean
}

type FormProps = FormFrame & {
  /** The button's label: what will happen. */
  action: string
  button?: Partial<ComponentProps<typeof Button>>
  /** Next to the button, read out when it changes: that it was saved. */
  status?: string
  className?: string
  children: ReactNode
}

/** A form on a page: its fields, its general error, and its button. */
export function Form(props: FormProps) {
  const { onSubmit, problem, pending, action, button, status, className = 'gap-4', children } = props
  return (
    <form noValidate className={`flex flex-col ${className}`} onSubmit={onSubmit}>
      {children}
      <ProblemPanel error={problem} />
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
