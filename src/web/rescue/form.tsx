import type { ComponentChildren, VNode } from 'preact'
import { useId } from 'preact/hooks'
import { ProblemNotice } from '#web/ui/problem-notice.tsx'
import { t } from '#web/ui/text.ts'
import type { Step } from '#web/ui/use-step.ts'

/** A card that is a form, with its fields, one button, and its error. */
export function Form(props: {
  title: string
  action: string
  step: Step
  onSubmit: () => Promise<void>
  children: ComponentChildren
}): VNode {
  const { title, action, step, onSubmit, children } = props
  const heading = useId()
  return (
    <form
      class="card"
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault()
        step.run(onSubmit)
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
      <ProblemNotice problem={step.problem} />
      <button type="submit" class="primary" aria-disabled={step.isBusy}>
        {step.isBusy ? t('Working…') : action}
      </button>
    </form>
  )
}
