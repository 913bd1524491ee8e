// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { en } from '#widget/texts/en.ts'
import { askCode } from './code-screen.ts'
import { h } from './dom.ts'
import { createStage } from './stage.ts'

test.each([true, false])(
  'behavior: if the email can be changed: %s → “Change email” is shown accordingly',
  (canChangeEmail) => {
    const parts = { base: h('div'), card: h('div'), status: h('div') }
    const { signal } = new AbortController()
    const stage = createStage(parts, en, { signal, cancel: () => {}, focusIsFree: () => false })
    const view = {
      email: 'a@example.com',
      draft: '',
      resendAtMs: 0,
      passkeyReady: false,
      resent: false,
      canChangeEmail,
    }
    void askCode(stage, { ...view, problem: undefined }, () => 0)
    expect(parts.card.textContent.includes(en.code.changeEmail)).toBe(canChangeEmail)
  },
)
