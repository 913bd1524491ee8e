/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { DecisionForm } from './decision-form.tsx'

const DIGEST = `0x${'ab'.repeat(32)}`

let page: HTMLElement
beforeEach(() => document.body.append((page = document.createElement('div'))))
afterEach(() => {
  render(null, page)
  page.remove()
  vi.restoreAllMocks()
})

const approveButton = () => page.querySelector<HTMLButtonElement>('.actions button[type=submit]')

function open(): void {
  const decide = () => new Promise<void>(() => undefined)
  render(<DecisionForm held={{ numbers: [12, 34, 56] }} digest={DIGEST} decide={decide} />, page)
}

test('behavior: the bar has the words, the numbers, and a button that says what is missing', async () => {
  open()
  expect(page.querySelector('.actions .fingerprint')?.textContent).toBe(fingerprint(DIGEST))
  expect(page.querySelectorAll('.actions input[type=radio]')).toHaveLength(3)
  expect(approveButton()?.textContent).toBe('Pick the number first')
  expect(approveButton()?.disabled).toBe(true)

  page.querySelector<HTMLInputElement>('.actions input[type=radio]')?.click()
  await expect.poll(() => approveButton()?.textContent).toBe('Approve')
  expect(approveButton()?.disabled).toBe(false)
})

test('behavior: while offline, the disabled button says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open()
  await expect.poll(() => approveButton()?.textContent).toBe('No connection')
  expect(approveButton()?.disabled).toBe(true)
})
