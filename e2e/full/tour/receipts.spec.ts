import { approveThere, enrolledCustomer, hold } from '#e2e/fixtures/held-calls.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

const DAYS = 30

/** Usage of a busy organization by day, the same for every picture. */
function busyDays() {
  return Array.from({ length: DAYS }, (_, index) => {
    const confirmed = 40 + ((index * 37) % 90)
    return {
      day: new Date(Date.UTC(2026, 9, 24 + index)).toISOString().slice(0, 10),
      transactions: { confirmed, failed: index % 7, declined: index % 5, expired: index % 3, open: 0 },
      walletsCreated: (index * 13) % 29,
      apiRequests: 900 + ((index * 411) % 1_700),
      gasWei: String(BigInt(confirmed) * 61_234_000_000_000n),
      fees: [
        { tokenAddress: '0x52908400098527886E0F7030069857D2E4169EE7', amount: String(confirmed * 250_000) },
      ],
    }
  })
}

test.beforeEach(() => test.slow())

test('behavior: usage, a confirmed transaction and the page that verifies its receipt are accessible', async ({
  stack,
  visit,
  sharedAdmin: { page },
  picture,
}) => {
  const usage = { days: busyDays(), gasBudgetWeiPerDay: '10000000000000000' }
  await page.route('**/api/org/usage?*', (route) =>
    route.fulfill({ json: { statusCode: 200, content: usage } }),
  )
  await page.goto('/usage')
  await expect(page.getByRole('slider', { name: 'Transactions by day and outcome' })).toBeVisible()
  await show(page, picture, 'usage')
  await page.getByText('Show as a table').first().click()
  await show(page, picture, 'usage-table')
  await page.unroute('**/api/org/usage?*')

  await page.goto('/settings')
  await page.getByRole('radio', { name: /A fixed fee/ }).check()
  await page.getByRole('textbox', { name: 'Fee for each transaction' }).fill('0.25')
  await expect(page.getByRole('region', { name: 'What this means' })).toContainText('0.25')
  await show(page, picture, 'fee-preview')

  const customer = await enrolledCustomer(stack, () => visit(), 'Barbara Liskov')
  const uuid = await hold(stack, customer, { amount: '1250000' })
  await approveThere(stack, customer, uuid)
  await page.goto(`/transactions/${uuid}`)
  await expect(page.getByRole('button', { name: 'Download receipt' })).toBeVisible()
  await show(page, picture, 'transaction-on-chain')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt' }).click()
  const file = await (await saving).path()

  const { page: auditor } = await visit({ baseURL: stack.url })
  await auditor.goto('/verify-receipt')
  await expect(auditor.getByRole('heading', { name: 'Verify a receipt' })).toBeVisible()
  await show(auditor, picture, 'verify-receipt-empty')
  await auditor.getByLabel('Receipt file').setInputFiles(file)
  await expect(auditor.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
  await show(auditor, picture, 'verify-receipt-genuine')
  await auditor.getByLabel('Receipt file').setInputFiles({
    name: 'no-receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  })
  await expect(auditor.getByRole('alert')).toBeVisible()
  await show(auditor, picture, 'verify-receipt-none')
})
