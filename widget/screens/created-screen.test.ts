// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { en } from '#widget/texts/en.ts'
import { showCreated } from './created-screen.ts'
import { h } from './dom.ts'
import { createStage } from './stage.ts'

function show(isSingle: boolean, label = '', mail?: HTMLElement): string {
  const parts = { base: h('div'), card: h('div'), status: h('div') }
  const { signal } = new AbortController()
  const stage = createStage(parts, en, { signal, cancel: () => {}, focusIsFree: () => false })
  stage.mail = mail
  showCreated(stage, { address: FRIEND, label, transactionHash: '', canBackUp: true, isSingle }, () => {})
  return parts.card.textContent
}

test('behavior: for a passkey on one device only, the screen advises a backup address', () => {
  expect(show(true)).toContain(en.created.single)
  expect(show(false)).not.toContain(en.created.single)
})

test('behavior: the screen says that a mail follows, if one does', () => {
  expect(show(false, '', h('p', {}, 'A mail follows.'))).toContain('A mail follows.')
})

test.each([
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  'To 0XfB6916 095ca1df',
  '0x\u200bfB6916095ca1df60bB79',
])('error: the name %s does not look like an address', (label) => {
  const shown = show(false, label)
  expect(shown).toContain('…')
  expect(shown).not.toContain('fB6916')
})
