import * as z from 'zod/mini'
import { CONSOLE_PAGES } from '#e2e/fixtures/console-pages.ts'
import {
  emulatePhone,
  listRepeated,
  readFirstLoad,
  recordShifts,
  SLOW_PHONE,
} from '#e2e/fixtures/first-load.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

/*
 * Measures how fast a page feels: its requests, its layout shifts while it loads, and where its list begins on a
 * phone.
 */

const REQUESTS_MAX = 12
const SHIFT_MAX = 0.02
/** Lowest position of the first row of a list on a phone, in CSS pixels from the top. */
const FIRST_ROW_Y_MAX = 400

const ROW = 'main :is(tbody tr, ol[aria-label] > li, ul[aria-label] > li)'
/** Selector of the list's card, for lists that may be empty in this organization. */
const CARD = 'main section'

/** Selector of the first list entry, for each page that mainly shows a list. */
const FIRST_ROWS: Readonly<Record<string, string>> = {
  wallets: ROW,
  transactions: ROW,
  pendingTransactions: CARD,
  approvals: CARD,
  tokens: ROW,
  addressBook: CARD,
  apiKeys: ROW,
  apiKey: ROW,
  webhooks: ROW,
  webhook: ROW,
  webhookEvents: 'main li',
  audit: ROW,
  domains: CARD,
  integrations: ROW,
  members: ROW,
  policies: CARD,
}

/** Pictures of NFTs. The service fetches them from any host, and no text waits for them. */
const isPicture = (request: string) => request.includes('/collectibles/')

const keySchema = z.object({ id: z.string(), secret: z.string() })

/** Creates an API key and sends a request with it, so that the key's request log has an entry. */
async function makeUsedKey(stack: Stack): Promise<string> {
  const body = { label: 'Used key', scopes: ['wallet:read'] }
  const { id, secret } = keySchema.parse((await callService(stack, 'POST', '/org/keys', { body })).content)
  await callService(stack, 'GET', '/baas/wallets', { key: secret })
  return id
}

/** The key of this worker's stack, made for the first page that needs it. */
let usedKey: Promise<string> | undefined

for (const { name, href } of CONSOLE_PAGES.filter(({ isOutside }) => !isOutside)) {
  test(`behavior: the first load of the page ${name} asks little, moves nothing, and shows its rows on a phone`, async ({
    stack,
    admin: { page },
    busy,
  }, info) => {
    usedKey ??= makeUsedKey(stack)
    const has = { ...busy, apiKeyId: await usedKey }
    await recordShifts(page)
    await emulatePhone(page, SLOW_PHONE)
    const { requests, shift, moved } = await readFirstLoad(page, href(has))
    const asked = requests.filter((request) => !isPicture(request))
    const row = FIRST_ROWS[name]
    const top = row === undefined ? undefined : (await page.locator(row).first().boundingBox())?.y
    const measured = `${asked.length} requests, layout shift ${shift.toFixed(4)}, first row at ${top ?? '–'}`
    info.annotations.push({ type: 'measured', description: measured })
    expect.soft(listRepeated(requests), 'requests that are repeated').toEqual([])
    expect.soft(asked.length, asked.join(', ')).toBeLessThanOrEqual(REQUESTS_MAX)
    expect.soft(shift, moved.join(', ')).toBeLessThanOrEqual(SHIFT_MAX)
    if (row === undefined) return
    expect.soft(top, 'position of the first row').toBeLessThanOrEqual(FIRST_ROW_Y_MAX)
  })
}
