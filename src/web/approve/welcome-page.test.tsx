/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrandMark } from './names.tsx'
import { EnrolPage } from './welcome-page.tsx'

const INVITATION = 'A'.repeat(43)
const LOGO = 'ab'.repeat(32)

let page: HTMLElement
beforeEach(() => (page = document.createElement('div')))
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

/** Opens the mailed link. `answers` are the service's responses, one for each request. */
function open(...answers: (() => Response)[]): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    asked.push(`${path} ${init.body}`)
    return answers.shift()?.() ?? new Promise(() => undefined)
  })
  render(<EnrolPage invitation={INVITATION} session={{ signedIn: false }} signedIn={() => undefined} />, page)
  return asked
}

const answer = (content: unknown) => () => Response.json({ statusCode: 200, content })
const refuse = (status: number, code: string) => () =>
  Response.json({ statusCode: status, content: { message: code, code } }, { status })
const heading = () => page.querySelector('h1')?.textContent

test('behavior: a new person first reads whose app this is, and no address contains the token', async () => {
  const asked = open(answer({ organizationName: 'Acme', organizationLogo: LOGO }))
  await expect.poll(() => heading()).toBe('Protect your wallet')
  expect(page.querySelector('.brand')?.textContent).toBe('Acme')
  expect(page.querySelector('.brand img')?.getAttribute('src')).toBe(`/approve/api/logos/${LOGO}`)
  expect(asked).toEqual([`/approve/api/invitations/read ${JSON.stringify({ invitation: INVITATION })}`])
})

test.each([
  ['used', refuse(403, 'INVITATION_INVALID')],
  ['cut', refuse(400, 'VALIDATION_FAILED')],
])('error: a link that is %s is reported at once, with a way to get another', async (_, refusal) => {
  open(refusal)
  await expect.poll(() => heading()).toBe('This link no longer works')
  expect(page.querySelector('input[type=email]')).not.toBeNull()
})

test('error: without a response, the only action is to retry', async () => {
  open(refuse(500, 'INTERNAL'), answer({ organizationName: 'Acme' }))
  await expect.poll(() => page.querySelector('.notice')).not.toBeNull()
  expect(heading()).toBeUndefined()
  page.querySelector('button')?.click()
  await expect.poll(() => heading()).toBe('Protect your wallet')
})

test('behavior: a logo brings its color as a style sheet, and no letter', () => {
  render(<BrandMark organizationName="Acme" organizationLogo={LOGO} />, page)
  expect(page.querySelector('link')?.getAttribute('href')).toBe(`/approve/api/logos/${LOGO}/accent.css`)
  expect(page.querySelector('.brand')?.hasAttribute('data-mark')).toBe(false)
})

test('behavior: without a logo, the mark is the first letter of the harmless name', () => {
  render(<BrandMark organizationName={`\u202eÄcme`} />, page)
  expect(page.querySelector('.brand')?.getAttribute('data-mark')).toBe('Ä')
  expect(page.querySelector('link')).toBeNull()
})

test('behavior: a name is made harmless, and appears alone if there is no logo', () => {
  render(<BrandMark organizationName={`A\u202ecme\n${'x'.repeat(80)}`} />, page)
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toBe(`Acme ${'x'.repeat(54)}…`)
})
