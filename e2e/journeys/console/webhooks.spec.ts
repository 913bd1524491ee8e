import { Webhook } from 'standardwebhooks'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { storeSecret } from '#e2e/fixtures/secret-dialog.ts'
import { addEndpoint, deliveryLog, RARE_TYPE, sendTestEvent } from '#e2e/fixtures/webhook-steps.ts'

test('behavior: an endpoint is added, gets a signed test event, and after a rotation two secrets sign', async ({
  sharedAdmin: { page },
  receiver,
}) => {
  test.slow()
  const secret = await addEndpoint(page, receiver.url, 'Orders of the shop', RARE_TYPE)
  expect(secret).toMatch(/^whsec_/)
  await expect(page.getByText('No deliveries yet')).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await test.step('the test event arrives, and the log shows the response', async () => {
    await sendTestEvent(page)
    await expect.poll(() => receiver.received.length).toBe(1)
    const [first] = receiver.received
    expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    })
    await expect(deliveryLog(page).getByText('Delivered')).toBeVisible()
    await deliveryLog(page).getByText('webhook.test').click()
    const attempts = deliveryLog(page).getByRole('list', { name: 'Attempts, newest first' })
    await expect(attempts.getByRole('listitem')).toContainText(/Responded with 200 after [\d,.]+ ms/)
    await attempts.getByText('Responded with 200').click()
    await expect(attempts).toContainText(`webhook-signature: ${first?.headers['webhook-signature']}`)
    await expect(attempts).toContainText(first?.body ?? '')
    await expect(attempts).toContainText('thank you')
  })

  await test.step('rotated, both secrets sign', async () => {
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const next = await storeSecret(page, 'The secret is rotated')
    expect(next).not.toBe(secret)
    await expect(page.getByText(/2 active secrets/)).toBeVisible()
    await sendTestEvent(page)
    await expect.poll(() => receiver.received.length).toBe(2)
    const second = receiver.received[1]
    for (const one of [secret, next]) new Webhook(one).verify(second?.body ?? '', second?.headers ?? {})
  })

  await test.step('the back button adds no second endpoint', async () => {
    await page.goBack()
    await expect(page).not.toHaveURL(/webhooks\/new/)
  })
})
