import { expect, test } from 'vitest'
import { renderPage } from '#web/console/testing/render-page.tsx'
import { EmbeddedGrowthBanner } from './embedded-growth-banner.tsx'

const GIGABYTE = 2 ** 30
const SMALL = { databaseBytes: 0, freeDiskBytes: 100 * GIGABYTE, chainMemoryBytes: null }

test.each([
  [{ databaseBytes: 1.5 * GIGABYTE }, 'The embedded database has 1.5 GB and grows with each transaction.'],
  [{ freeDiskBytes: GIGABYTE }, 'The disk has 1.0 GB left, and the embedded database (0 MB) grows'],
  [{ chainMemoryBytes: GIGABYTE }, 'The sandbox’s chain uses 1.0 GB of memory'],
])('behavior: %o → the sentence and what to do', async (large, words) => {
  const page = await renderPage(<EmbeddedGrowthBanner growth={{ ...SMALL, ...large }} />)
  expect(page.text()).toContain(words)
  expect(page.text()).toMatch(/(Move to Postgres|Begin a new sandbox) before the (disk|memory) is full\./)
  await page.leave()
})

test('behavior: nothing large → no banner', async () => {
  const page = await renderPage(<EmbeddedGrowthBanner growth={SMALL} />)
  expect(page.text()).toBe('')
  await page.leave()
})
