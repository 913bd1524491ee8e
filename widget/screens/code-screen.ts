import { VERIFICATION_CODE_DIGITS } from '#protocol/limits.ts'
import type { CodeAnswer, CreateScreens } from '#widget/flows/create-context.ts'
import { countDown, textInput } from './blocks.ts'
import { h } from './dom.ts'
import { field } from './field.ts'
import { button } from './parts.ts'
import type { Stage } from './stage.ts'

type CodeView = Parameters<CreateScreens['askCode']>[0]

/** Asks for the emailed code: six digits, typed or pasted in any grouping, or filled in by the device. */
export function askCode(stage: Stage, view: CodeView, now: () => number): Promise<CodeAnswer> {
  const texts = stage.messages.code
  return stage.ask((answer) => {
    const wrong = view.problem?.code === 'INVALID_VERIFICATION_CODE'
    const code = field({
      id: 'code',
      label: texts.label,
      control: codeInput(view.draft),
      problem: wrong ? stage.messages.errors.INVALID_VERIFICATION_CODE : undefined,
    })
    function submit(): void {
      const digits = keepDigits(code.control.value)
      const complete = digits.length === VERIFICATION_CODE_DIGITS
      code.setProblem(complete ? undefined : texts.invalid)
      if (complete) answer({ kind: 'code', code: digits })
      else code.control.focus()
    }
    const again = button('', () => answer({ kind: 'resend' }), 'link')
    // Disables the button until another mail can be requested.
    countDown(again, view.resendAtMs, now, (seconds) => {
      again.disabled = seconds > 0
      again.textContent = seconds > 0 ? texts.resendIn(seconds) : texts.resend
    })
    const notes = [view.resent && texts.resent, view.passkeyReady && texts.passkeyKept].filter(Boolean)
    return {
      step: 'code',
      icon: { name: 'mail' },
      heading: texts.heading,
      lede: texts.lede(view.email),
      problem: wrong ? undefined : view.problem,
      body: [
        notes.length > 0 && h('p', { class: 'note' }, notes.join(' ')),
        code.element,
        h(
          'div',
          { class: 'links' },
          again,
          view.canChangeEmail && button(texts.changeEmail, () => answer({ kind: 'back' }), 'link'),
        ),
      ],
      main: view.passkeyReady ? texts.submitWithPasskey : stage.messages.common.continue,
      cancel: true,
      submit,
    }
  })
}

function codeInput(draft: string): HTMLInputElement {
  const input = textInput('code', draft, {
    class: 'code',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    autocapitalize: 'off',
    dir: 'ltr',
    // Room for spaces or hyphens in a pasted code. They are removed immediately.
    maxlength: VERIFICATION_CODE_DIGITS + 8,
    oninput: () => {
      const digits = keepDigits(input.value)
      if (digits !== input.value) input.value = digits
    },
  })
  return input
}

function keepDigits(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(0, VERIFICATION_CODE_DIGITS)
}
