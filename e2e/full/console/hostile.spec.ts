import type { Page, Route } from '@playwright/test'
import { expect, test } from '#e2e/fixtures/product-world.ts'

/** Names of response fields with text from people, tokens and upstreams. */
const FREE_TEXT = new Set(
  'label name symbol note description externalUserId externalUserLabel walletLabel savedBy createdBy owner userAgent device ownerName actorName reason problem message'.split(
    ' ',
  ),
)
const SCRIPT = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`
const HOSTILE = {
  'right-to-left marks and zero width letters': `Sh\u202eop\u2066 A\u200bd\u200da\ufeff\u2028\u0007`,
  'markup and script': SCRIPT,
  '10 kB without a space': 'W'.repeat(10_000),
  'marks upon marks': `Z\u0301${'\u0335\u0336'.repeat(200)}`,
}
/** Characters that must not reach a reader, because they reverse, hide or forge neighboring text. */
const INVISIBLE = /\u202e|\u2066|\u200b|\u200d|\ufeff|\u2028|\p{Cs}/u

const PAGES = [
  '/',
  '/wallets',
  '/transactions',
  '/transactions/pending',
  '/tokens',
  '/address-book',
  '/api-keys',
  '/webhooks',
  '/integrations',
  '/domains',
  '/members',
  '/audit',
  '/usage',
  '/settings',
  '/account',
]

for (const [what, text] of Object.entries(HOSTILE)) {
  test(`error: ${what}, in every text of every response, are displayed harmlessly on every page`, async ({
    admin: { page },
    busy: { walletAddress },
  }) => {
    test.slow()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.route('**/api/**', (route) => poison(route, text))
    for (const path of [...PAGES, `/wallets/${walletAddress}`, `/wallets/${walletAddress}/send`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
      await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0)
      expect.soft(await harmOn(page), path).toEqual([])
    }
    // The last page may send further requests after the check.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/** Replaces the free texts of a response. Streams, files and failed requests pass unchanged. */
async function poison(route: Route, text: string): Promise<void> {
  const request = route.request()
  if (request.method() !== 'GET' || request.url().includes('/api/live')) return route.continue()
  const response = await route.fetch({ maxRetries: 3 })
  const type = response.headers()['content-type'] ?? ''
  if (!type.includes('application/json')) return route.fulfill({ response })
  const json: unknown = await response.json()
  await route.fulfill({ response, json: poisoned(json, text) })
}

function poisoned(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      FREE_TEXT.has(key) && typeof inner === 'string' ? text : poisoned(inner, text),
    ]),
  )
}

async function harmOn(page: Page): Promise<string[]> {
  const seen = await page.evaluate(() => ({
    hacked: 'hacked' in window,
    text: [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('[title], [aria-label]')].flatMap((element) => [
        element.getAttribute('title') ?? '',
        element.getAttribute('aria-label') ?? '',
      ]),
    ].join('\n'),
    scroll: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    wide: [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
      .map(
        (element) => `${element.tagName} “${(element.textContent ?? '').slice(0, 20)}” ${element.className}`,
      ),
    images: document.querySelectorAll('img[src="x"], main script').length,
  }))
  const harm: string[] = []
  if (seen.hacked) harm.push('a script ran')
  if (seen.images > 0) harm.push('markup became elements')
  const invisible = INVISIBLE.exec(seen.text)
  if (invisible !== null)
    harm.push(`invisible letters: ${JSON.stringify(around(seen.text, invisible.index))}`)
  if (seen.scroll > 0) harm.push(`the page scrolls sideways by ${seen.scroll}: ${seen.wide.join(', ')}`)
  return harm

  function around(text: string, index: number) {
    return text.slice(Math.max(0, index - 40), index + 10)
  }
}
