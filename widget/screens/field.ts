import { h, type Child } from './dom.ts'

/** A form field. `setProblem` shows a problem at the field, or removes it. */
export type Field<Control extends HTMLElement> = {
  element: HTMLElement
  control: Control
  setProblem: (text: string | undefined) => void
}

/** A field with label, control, hint and problem, connected for assistive technology. */
export function field<Control extends HTMLElement>(options: {
  id: string
  label: string
  control: Control
  hint?: Child
  /** Shown after the label, such as "optional". */
  remark?: Child
  /** Shown inside the frame, after the control. */
  suffix?: Child
  problem?: string | undefined
}): Field<Control> {
  const { id, control } = options
  const hint = options.hint ? h('p', { id: `${id}-hint`, class: 'hint' }, options.hint) : undefined
  const problem = h('p', { id: `${id}-problem`, class: 'field-problem' })
  control.id = id
  function setProblem(text: string | undefined): void {
    problem.textContent = text ?? ''
    problem.hidden = text === undefined
    const described = [text === undefined ? '' : problem.id, hint?.id ?? ''].join(' ').trim()
    control.setAttribute('aria-describedby', described)
    control.setAttribute('aria-invalid', String(text !== undefined))
  }
  setProblem(options.problem)
  const label = h('label', { for: id }, options.label)
  const element = h(
    'div',
    { class: 'field', part: 'field' },
    h(
      'div',
      { class: 'label' },
      label,
      options.remark ? h('span', { class: 'remark' }, options.remark) : null,
    ),
    h('div', { class: 'control' }, control, options.suffix),
    problem,
    hint,
  )
  return { element, control, setProblem }
}
