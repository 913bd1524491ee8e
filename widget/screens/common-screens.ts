import type { WidgetError } from '#widget/errors.ts'
import { h } from './dom.ts'
import type { Stage } from './stage.ts'

/** The shape of a step before anything is known. */
export function showLoading(stage: Stage): void {
  stage.show({
    step: 'loading',
    heading: stage.messages.common.loading,
    body: [h('div', { class: 'skeleton', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'))],
  })
}

/** What went wrong, and a retry of the step with all input. */
export function askRetry(stage: Stage, problem: WidgetError): Promise<void> {
  const { common } = stage.messages
  return stage.ask((answer) => ({
    step: 'retry',
    icon: { name: 'alert', tone: 'warning' },
    heading: common.problemHeading,
    problem,
    actions: [h('button', { type: 'submit', class: 'main' }, common.tryAgain)],
    cancel: true,
    submit: () => answer(),
  }))
}

/** The end of a flow that no step can help; resolves when the person starts again, where that makes sense. */
export function askRestart(stage: Stage, problem: WidgetError): Promise<void> {
  const { common } = stage.messages
  const canRestart = problem.next !== 'none'
  return stage.ask((answer) => ({
    step: 'stopped',
    icon: { name: 'alert', tone: 'danger' },
    heading: common.problemHeading,
    problem,
    actions: [canRestart && h('button', { type: 'submit', class: 'main' }, common.startAgain)],
    cancel: true,
    submit: () => {
      if (canRestart) answer()
    },
  }))
}
