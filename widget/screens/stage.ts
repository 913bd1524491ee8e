import { rejectOnAbort } from '#widget/deadline.ts'
import type { WidgetError } from '#widget/errors.ts'
import { chooseSentence, type Messages } from '#widget/texts/messages.ts'
import { adoptMore } from '#widget/theme.ts'
import { h, type Child } from './dom.ts'
import { badge, button, copyButton, icon, type IconName } from './parts.ts'

/** One step on the card. */
export type View = {
  /** Name of the step for tests and styles. Rendering the same step again keeps the focus if useful. */
  step: string
  icon?: { name: IconName; tone?: 'accent' | 'success' | 'danger' | 'warning' }
  heading: string
  lede?: Child
  problem?: WidgetError | undefined
  body?: readonly Child[]
  /** Text of the button that submits the form. */
  main?: string | false
  /** Further buttons. */
  actions?: readonly Child[]
  /** Whether Cancel can leave the step. */
  cancel?: boolean
  /** Called when the form is submitted. */
  submit?: () => void
}

/** The card that shows one step after another. */
export type Stage = {
  /** The texts of the next steps. */
  messages: Messages
  /** A note on the mail that follows the creation of a wallet. Undefined if none follows. */
  mail?: HTMLElement | undefined
  /** Shows a step without a choice. */
  show: (view: View) => void
  /** Shows a step and waits for its result. Afterwards, the step stays busy until the next one. */
  ask: <Answer>(draw: (answer: (value: Answer) => void) => View) => Promise<Answer>
  /**
   * Announces the work on the current step. Displays a waiting step if none is busy. With `final`, it is too
   * late to leave.
   */
  working: (text: string, final: boolean) => void
  announce: (text: string) => void
  /** Adds the styles of a file on demand, once. */
  adopt: (css: string) => void
}

export type StageParts = { base: HTMLElement; card: HTMLElement; status: HTMLElement }

/**
 * A stage on `parts` for one run of a flow. Changes nothing after `signal` aborts. The focus follows the
 * steps after the person's first choice, unless it is elsewhere on the page (`focusIsFree`).
 */
export function createStage(
  parts: StageParts,
  messages: Messages,
  options: { signal: AbortSignal; cancel: () => void; focusIsFree: () => boolean },
): Stage {
  const { card, status } = parts
  const { signal } = options
  let touched = card.dataset['touched'] === 'true'

  const announce = (text: string) => void (status.textContent = text)

  function show(view: View): void {
    if (signal.aborted) return
    const redraw = card.dataset['step'] === view.step
    const focused = redraw ? focusables(card).findIndex((element) => element.matches(':focus')) : -1
    const follow = touched && options.focusIsFree()
    const form = drawForm(view, stage, options.cancel)
    card.dataset['step'] = view.step
    // The brand stays in front of the steps.
    card.lastElementChild?.remove()
    card.append(form)
    announce('')
    if (follow) focusTarget(form, focused).focus()
  }

  function ask<Answer>(draw: (answer: (value: Answer) => void) => View): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => {
      let open = true
      show(
        draw((value) => {
          if (!open) return
          open = false
          touched = true
          card.dataset['touched'] = 'true'
          setBusy(card)
          resolve(value)
        }),
      )
    })
    return Promise.race([answered, rejectOnAbort(signal)])
  }

  function working(text: string, final: boolean): void {
    if (card.querySelector('form[aria-busy=true]') === null) {
      show({ step: 'working', heading: text, body: [h('div', { class: 'spinner' })], cancel: !final })
    }
    if (final) card.querySelector('.leave')?.remove()
    announce(text)
  }

  const adopt = (css: string) => adoptMore(parts.base.getRootNode(), css)

  const stage: Stage = { messages, show, ask, working, announce, adopt }
  return stage
}

function drawForm(view: View, stage: Stage, cancel: () => void): HTMLFormElement {
  const { messages } = stage
  const main = view.main && h('button', { type: 'submit', class: 'main' }, view.main)
  const leave = view.cancel && button(messages.common.cancel, cancel, 'quiet leave')
  const actions = [main, ...(view.actions ?? []), leave].filter(Boolean)
  const submit = (event: Event) => {
    event.preventDefault()
    view.submit?.()
  }
  return h(
    'form',
    { novalidate: true, part: 'step', onsubmit: submit },
    h(
      'hgroup',
      {},
      view.icon && badge(view.icon.name, view.icon.tone),
      h('h2', { tabindex: -1, id: 'heading', part: 'heading' }, view.heading),
      view.lede !== undefined && h('p', { class: 'lede' }, view.lede),
    ),
    view.problem && drawProblem(view.problem, stage),
    view.body,
    view.icon?.tone === 'success' && h('slot', { name: 'success' }),
    actions.length > 0 && h('div', { class: 'actions', part: 'actions' }, actions),
  )
}

function drawProblem(problem: WidgetError, stage: Stage): HTMLElement {
  const { messages } = stage
  const { retryAfterSeconds, support } = problem
  const wait = retryAfterSeconds === undefined ? '' : ` ${messages.common.retryIn(retryAfterSeconds)}`
  return h(
    'div',
    { class: 'problem', role: 'alert', tabindex: -1, part: 'problem' },
    icon('alert'),
    h('p', {}, chooseSentence(messages, problem) + wait),
    support && copyButton(stage, ...support),
  )
}

/**
 * The element to focus: the problem if any, the control that had the focus before the same step was rendered
 * again, or the heading.
 */
function focusTarget(form: HTMLFormElement, focused: number): HTMLElement {
  const find = (selector: string) => form.querySelector<HTMLElement>(selector) ?? undefined
  return find('[aria-invalid=true]') ?? find('.problem') ?? focusables(form)[focused] ?? find('h2') ?? form
}

function focusables(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('button, input, select, summary, a, [tabindex]')]
}

/**
 * Makes the step busy while its result is processed. Nothing can be changed or submitted again, the focus
 * stays, and only leaving is possible.
 */
function setBusy(card: HTMLElement): void {
  const form = card.querySelector('form')
  form?.setAttribute('aria-busy', 'true')
  for (const input of form?.querySelectorAll('input') ?? []) input.readOnly = true
}
