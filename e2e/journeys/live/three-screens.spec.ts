import { approve, FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { goOn, heading, holdOnAll, openScreens, locateStatus } from '#e2e/fixtures/three-screens.ts'
import { locateTimeline } from '#e2e/fixtures/timeline.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: approved, declined and reported, each state appears on all three screens by itself', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.setTimeout(240_000)
  const screens = await openScreens(stack, () => visit(), page, 'Trio')
  const { shop, app, console } = screens
  const before = await readBalance(stack, FRIEND)

  await test.step('approved: sent and confirmed', async () => {
    await approve(app, await holdOnAll(screens, '1.617'))
    await expect(locateStatus(app, 'Confirmed')).toBeVisible()
    await expect(heading(shop, 'Confirmed')).toBeVisible()
    await expect(locateTimeline(console).last()).toContainText('Confirmed in block')
    expect((await readBalance(stack, FRIEND)) - before).toBe(1_617_000n)
  })
  await goOn(screens)
  await test.step('declined: it is not sent', async () => {
    await holdOnAll(screens, '2.617')
    await app.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(locateStatus(app, 'Declined')).toBeVisible()
    await expect(heading(shop, 'Declined')).toBeVisible()
    await expect(locateTimeline(console).last()).toContainText('Declined by the end-user')
  })
  await goOn(screens)
  await test.step('reported: declined, and the organization sees the reason', async () => {
    await holdOnAll(screens, '3.617')
    await app.getByRole('button', { name: 'I did not request this' }).click()
    await expect(locateWidget(shop)).toContainText('You reported this')
    await expect(locateTimeline(console).last()).toContainText(/did not ask|reported/i)
  })
  expect((await readBalance(stack, FRIEND)) - before).toBe(1_617_000n)
})
