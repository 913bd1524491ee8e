import { copySources, startDev, type DevCopy } from '#e2e/fixtures/dev-copy.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

/**
 * Time limit for a saved text to appear, in milliseconds. It is long because a busy machine is slow. The test's
 * annotations have the measured seconds.
 */
const SEEN_MS_MAX = 60_000
const SEEN = { timeout: SEEN_MS_MAX, intervals: [20] }

// All tests share one copy of the sources and one running program.
test.describe.configure({ mode: 'default' })

let copy: DevCopy
let dev: Awaited<ReturnType<typeof startDev>>

test.beforeAll(async () => {
  test.setTimeout(300_000)
  copy = copySources()
  dev = await startDev(copy)
})
test.afterAll(async () => {
  await dev?.stop()
  copy?.remove()
})

/** One save for each part of the product: the page that shows it, the file, and its text before and after. */
const SAVES = [
  {
    side: 'console',
    path: () => `${dev.url}/setup`,
    file: 'src/web/console/app/pages/setup-page.tsx',
    from: 'Set up your console',
    to: 'A saved console',
  },
  {
    side: 'approval app',
    path: () => `${dev.url}/approve`,
    file: 'src/web/approve/welcome-page.tsx',
    from: 'Sign in with your approval passkey',
    to: 'Bring your approval passkey',
  },
  {
    side: 'demo shop',
    path: () => dev.demoUrl,
    file: 'widget/demo/page.html',
    from: 'Small roasts',
    to: 'Tiny roasts',
  },
  {
    side: 'widget',
    path: () => dev.demoUrl,
    file: 'widget/define.ts',
    from: 'defineLatchkeyWallet()\n',
    to: "defineLatchkeyWallet()\ndocument.body.append('A saved widget')\n",
    shown: 'A saved widget',
  },
]

for (const { side, path, file, from, to, shown = to } of SAVES) {
  test(`behavior: a save of the ${side} shows in the open page`, async ({ visit }) => {
    test.setTimeout(180_000)
    const { page } = await visit()
    await page.goto(path(), { timeout: SEEN_MS_MAX })
    await expect(page.getByRole('heading').first()).toBeVisible({ timeout: SEEN_MS_MAX })
    await page.waitForLoadState('networkidle')
    await measure(side, async () => {
      copy.edit(file, from, to)
      await expect.poll(() => page.locator('body').innerText(), SEEN).toContain(shown)
    })
  })
}

test('behavior: a save of the server shows in its next response, and a mistake until it is mended', async () => {
  test.setTimeout(300_000)
  const file = 'src/service/api-description/openapi-document.ts'
  const answer = async () => (await fetch(`${dev.url}/v1/openapi.json`)).text()
  expect(await answer()).toContain('"title":"Latchkey"')
  await measure('server', async () => {
    copy.edit(file, "title: 'Latchkey'", "title: 'Saved'")
    await expect.poll(answer, SEEN).toContain('"title":"Saved"')
  })
  copy.edit(file, "title: 'Saved'", "title: 'Saved")
  await expect.poll(answer, SEEN).toContain('openapi-document.ts')
  copy.edit(file, "title: 'Saved", "title: 'Mended'")
  await expect.poll(answer, SEEN).toContain('"title":"Mended"')
})

test('error: a second dev server says which port is in use, and Ctrl+C ends everything with 0', async () => {
  test.setTimeout(300_000)
  const other = copySources()
  try {
    await expect(startDev(other, dev)).rejects.toThrow(`Port ${dev.port} is in use`)
  } finally {
    other.remove()
  }
  expect(await dev.stop()).toBe(0)
  await expect(fetch(dev.url)).rejects.toThrow('fetch failed')
})

async function measure(side: string, save: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await save()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(2)
  test.info().annotations.push({ type: `seconds until a save of the ${side} shows`, description: seconds })
  process.stdout.write(`${side}: ${seconds} s\n`)
}
