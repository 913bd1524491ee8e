import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#web/console/testing/render-page.tsx'
import { PasskeyElsewhere } from './passkey-elsewhere.tsx'

const host = window.location.hostname
let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

test.each([
  ['of the domain of the page', host, false],
  ['of another domain', 'shop.example', true],
  ['of a domain that only ends alike', host.slice(1), true],
  ['of a domain that the organization no longer has', undefined, false],
])('behavior: a passkey %s has a warning only if it does not work here', async (_what, rpId, isSaid) => {
  page = await renderPage(<PasskeyElsewhere wallet={{ rpId }} />)
  expect(document.body.textContent.includes('does not work here')).toBe(isSaid)
  expect(document.body.textContent.includes(`this page is on ${host}`)).toBe(isSaid)
})
