import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

test.beforeEach(() => test.slow())

test('behavior: the audit log is accessible, in both themes and at both widths', async ({
  sharedAdmin: { page },
  picture,
}) => {
  await page.goto('/audit')
  const log = page.getByRole('list', { name: 'Audit log, newest first' })
  await expect(page.getByText(/^Verified \(/)).toBeVisible()
  await log
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await page.getByText('Compare with a saved hash').click()
  await show(page, picture, 'audit')
  await page.goto('/audit?target=nothing-has-this')
  await expect(page.getByText('No entry found')).toBeVisible()
  await show(page, picture, 'audit-none')

  const broken = {
    verifiedSequence: '41',
    verifiedHash: '8c1f'.repeat(16),
    broken: { sequence: '42', fault: 'hash' },
    checkedAtDatetime: '2026-11-21T10:00:00.000Z',
    noted: null,
  }
  await page.route('**/api/audit/proof', (route) =>
    route.fulfill({ json: { statusCode: 200, content: broken } }),
  )
  await page.goto('/audit')
  await expect(page.getByText('The hash chain is broken at #42')).toBeVisible()
  await show(page, picture, 'audit-broken')
})
