import { normalizeEmail } from '#protocol/email-address.ts'
import { LABEL_LENGTH_MAX } from '#protocol/limits.ts'
import type { CreateScreens, Person } from '#widget/flows/create-context.ts'
import { h } from './dom.ts'
import { field } from './field.ts'
import { harmlessName } from './parts.ts'
import type { Stage } from './stage.ts'

/** Asks for the email and the wallet's name. Values set by the page are shown and cannot be changed. */
export function askPerson(stage: Stage, view: PersonView): Promise<Person> {
  const texts = stage.messages.person
  return stage.ask((answer) => {
    const email = field({ id: 'email', label: stage.messages.labels.email, control: emailInput(view) })
    const label = field({
      id: 'label',
      label: texts.label,
      control: labelInput(view),
      remark: stage.messages.common.optional,
    })
    function submit(): void {
      const typed = { email: email.control.value.trim(), label: label.control.value.trim() }
      const emailOk = normalizeEmail(typed.email) !== undefined
      const labelOk = typed.label.length <= LABEL_LENGTH_MAX && !/\p{Cc}/u.test(typed.label)
      email.setProblem(emailOk ? undefined : texts.emailInvalid)
      label.setProblem(labelOk ? undefined : texts.labelInvalid(LABEL_LENGTH_MAX))
      if (emailOk && labelOk) answer(typed)
      else (emailOk ? label : email).control.focus()
    }
    return {
      step: 'person',
      icon: { name: 'key' },
      heading: texts.heading,
      lede: texts.lede(harmlessName(view.organizationName)),
      problem: view.problem,
      body: [email.element, !view.labelFixed && label.element],
      main: texts.submit,
      cancel: true,
      submit,
    }
  })
}

type PersonView = Parameters<CreateScreens['askPerson']>[0]

function emailInput(view: PersonView): HTMLInputElement {
  return h('input', {
    type: 'email',
    name: 'email',
    autocomplete: 'email',
    spellcheck: 'false',
    value: view.draft.email,
    readonly: view.emailFixed,
  })
}

function labelInput(view: PersonView): HTMLInputElement {
  return h('input', {
    type: 'text',
    name: 'label',
    autocomplete: 'off',
    maxlength: LABEL_LENGTH_MAX,
    value: view.draft.label,
  })
}
