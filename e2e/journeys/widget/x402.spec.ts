import type { Page } from '@playwright/test'
import { http } from 'viem'
import { asAddress } from '#e2e/fixtures/chain.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { discover, openProviderPage, request } from '#e2e/fixtures/provider-page.ts'
import { payer } from '#e2e/fixtures/rescue-steps.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { publishedWidget } from '#e2e/fixtures/strict-page.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { PAYEE, startPaidService } from '#widget/x402/testing/paid-service.ts'

/** Requests the report as an integrator's page does. An error is returned as code and reasons. */
async function buyReport(page: Page, file: string, maxAmount: string, coin: string): Promise<unknown> {
  return page.evaluate(
    async ([url = '', token, max]) => {
      const { wrapFetchWithPayment, readSettlement } = await import(/* @vite-ignore */ url)
      const { provider } = Reflect.get(window, 'found')
      const tokens = [{ address: token, maxAmount: max }]
      try {
        const response: Response = await wrapFetchWithPayment(fetch, { provider, tokens })('/report')
        return { text: await response.text(), settlement: readSettlement(response) }
      } catch (error) {
        const { code, reasons } = Object(error)
        return { code, reasons }
      }
    },
    [`/widget/v1/${file}`, coin, maxAmount],
  )
}

test('behavior: a page pays for a report: the wallet shows the payment, the facilitator executes it, and a policy blocks it', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  // The administrator's own passkey is of the same domain, so the device would offer both.
  await admin.authenticator.clear()
  const { address } = await newWallet(stack, admin)
  const { chainId, rpcUrl } = await stack.sandbox()
  const key = asAddress(await payer(stack))
  const service = await startPaidService({ chainId, transport: http(rpcUrl), key })
  await service.mint(asAddress(address), 10_000n)
  await page.route('**/report', async (route) => {
    const response = await service.answer(new Headers(route.request().headers()))
    const { status, headers } = response
    await route.fulfill({ status, headers: Object.fromEntries(headers), body: await response.text() })
  })
  const { file } = (await publishedWidget(stack)).named('x402')
  await openProviderPage(stack, admin, address)
  await discover(page)
  const widget = locateWidget(page).last()
  const confirm = widget.getByRole('button', { name: 'Confirm with passkey' })

  await test.step('a payment above the maximum never reaches the wallet', async () => {
    expect(await buyReport(page, file, '2499', service.coin)).toEqual({
      code: 'NOT_ACCEPTED',
      reasons: ['maximum'],
    })
    await expect(page.getByRole('dialog', { name: 'Latchkey' })).toBeHidden()
  })

  await test.step('the wallet shows recipient and amount, and the tokens move when it has signed', async () => {
    const connected = request(page, 'eth_requestAccounts')
    await widget.getByRole('button', { name: 'Use my passkey' }).click()
    expect(await connected).toEqual([address])
    const bought = buyReport(page, file, '2500', service.coin)
    await expect(widget.getByRole('heading', { name: 'Sign a payment' })).toBeVisible()
    await expect(widget).toContainText(PAYEE)
    await expect(widget).toContainText('2500')
    await expect(widget).toContainText('Valid until')
    expect(await inspect(page)).toEqual([])
    await widget.getByRole('checkbox').check()
    await confirm.click()
    expect(await bought).toMatchObject({ text: 'The report.', settlement: { success: true } })
    expect(await service.balanceOf(PAYEE)).toBe(2_500n)
    expect(await service.balanceOf(asAddress(address))).toBe(7_500n)
  })

  await test.step('a limit of the organization blocks the same payment', async () => {
    const rule = { kind: 'transaction-limit', tokenAddress: service.coin, amount: '2499' }
    const policy = { name: 'Small payments', walletAddress: address, rule }
    expect(await callService(stack, 'POST', '/org/policies', { body: policy })).toMatchObject({ status: 200 })
    const bought = buyReport(page, file, '2500', service.coin)
    await expect(widget).toContainText('Blocked by the policy “Small payments”.')
    await expect(confirm).toBeDisabled()
    await widget.getByRole('button', { name: 'Cancel' }).click()
    expect(await bought).toMatchObject({ code: 4001 })
    expect(await service.balanceOf(PAYEE)).toBe(2_500n)
  })
})
