import { forgive } from '#e2e/fixtures/complaints.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('error: every test detects policy violations and uncaught errors', async ({
  stack,
  visit,
  complaints,
}) => {
  const { page } = await visit({ baseURL: stack.url })
  await page.goto('/sign-in')
  await page.evaluate(() => {
    setTimeout(() => (document.createElement('div').innerHTML = '<b>injected</b>'))
    document.createElement('img').src = 'http://tracker.example/pixel.gif'
  })
  for (const expected of [
    'policy violation: require-trusted-types-for',
    'policy violation: img-src http://tracker.example',
    'TypeError',
  ]) {
    await expect.poll(() => complaints.join('\n')).toContain(expected)
  }
  forgive(complaints, /./s)
})

test('error: the tour detects a nameless button and a page that is too wide', async ({ stack, visit }) => {
  const { page } = await visit({ baseURL: stack.url, viewport: { width: 360, height: 740 } })
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await inspect(page)).toEqual([])
  await page.evaluate(() => {
    const host = document.createElement('div')
    host.style.minWidth = '400px'
    host.attachShadow({ mode: 'open' }).append(document.createElement('button'))
    document.body.append(host)
  })
  expect(await inspect(page)).toEqual([
    expect.stringContaining('scrolls sideways'),
    expect.stringContaining('button-name'),
  ])
})

test('error: the color rules alone detect a text that only the dark theme makes unreadable', async ({
  stack,
  visit,
}) => {
  const { page } = await visit({ baseURL: stack.url })
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@media (prefers-color-scheme: dark) { h1 { color: #222 !important } }')
    document.adoptedStyleSheets.push(sheet)
  })
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await inspect(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await inspect(page, 'colours')).toEqual([expect.stringContaining('color-contrast')])
})
