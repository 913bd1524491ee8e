import { afterEach, expect, test } from 'vitest'
import { keyWords } from '#protocol/display/key-words.ts'
import { CONFIG } from '#web/console/testing/example-config.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { TransactionFactsCard } from './transaction-facts-card.tsx'

const KEY = { number: 2, qx: '65'.repeat(32), qy: '1e'.repeat(32) }

let page: Awaited<ReturnType<typeof renderPage>>
afterEach(() => page.leave())

const { qx, qy } = KEY
const PASSKEY = { credentialId: 'cGhvbmU', qx, qy, createdAtDatetime: '2026-11-21T10:15:00.000Z' }

test.each([
  [{ ...PASSKEY, name: 'Phone' }, 'Phone (passkey number 2)'],
  [PASSKEY, 'Passkey number 2'],
])('behavior: signed by the passkey %j → “%s” and its words', async (passkey, name) => {
  serve((request) => {
    if (request.includes('/config')) return CONFIG
    return request.endsWith('/passkey') ? { ...passkey, rpId: 'a.example', passkeys: [passkey] } : undefined
  })
  const transaction = exampleTransaction({ signingKey: KEY })
  page = await renderPage(<TransactionFactsCard transaction={transaction} ownersKnown />)
  await page.shows(() => page.text().includes(`Signed with${name}`))
  expect(page.text()).toContain(keyWords(KEY))
})

test('behavior: a transaction without a known key says so and requests no names', async () => {
  const asked = serve((request) => (request.includes('/config') ? CONFIG : undefined))
  page = await renderPage(<TransactionFactsCard transaction={exampleTransaction()} ownersKnown />)
  await page.shows(() => page.text().includes('This service does not know which passkey signed'))
  expect(asked.filter((request) => request.endsWith('/passkey'))).toEqual([])
})
