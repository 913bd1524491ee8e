import { createPublicClient, encodeFunctionData, erc20Abi, getAddress, http, stringToHex } from 'viem'
import { asAddress, readBalance, stranger } from '#e2e/fixtures/chain.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { discover, openProviderPage, request } from '#e2e/fixtures/provider-page.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: an ordinary page finds the wallet, connects, lists its assets, sends, batches, reads the status, and gets an error on Cancel', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  // The administrator's own passkey is of the same domain, so the device would offer both.
  await admin.authenticator.clear()
  const { address } = await newWallet(stack, admin, { coins: '5000000' })
  const { chainId, rpcUrl, tokens } = await stack.sandbox()
  await openProviderPage(stack, admin, address)
  const dialog = page.getByRole('dialog', { name: 'Latchkey' })
  const confirm = async () => {
    await expect(locateWidget(page).last().getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await locateWidget(page).last().getByRole('button', { name: 'Confirm with passkey' }).click()
  }

  await test.step('it is announced, and connects with the passkey', async () => {
    expect(await discover(page)).toMatchObject({ name: 'Latchkey', rdns: 'app.latchkey' })
    expect(
      await page.evaluate(() => [Reflect.has(window, 'latchkey'), Reflect.has(window, 'ethereum')]),
    ).toEqual([true, false])
    expect(await request(page, 'eth_accounts')).toEqual([])
    const accounts = request(page, 'eth_requestAccounts')
    await expect(locateWidget(page).getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
    expect(await inspect(page)).toEqual([])
    await locateWidget(page).getByRole('button', { name: 'Use my passkey' }).click()
    expect(await accounts).toEqual([address])
    await expect(dialog).toBeHidden()
    await page.reload()
    await discover(page)
    expect(await request(page, 'eth_accounts')).toEqual([address])
  })

  await test.step('its assets have the balances of the chain', async () => {
    const chain = `0x${chainId.toString(16)}`
    const assetFilter = { [chain]: [{ address: tokens.erc20, type: 'erc20' }] }
    const demo = { address: getAddress(tokens.erc20), balance: '0x4c4b40', type: 'erc20' }
    expect(await request(page, 'wallet_getAssets', [{ account: address, assetFilter }])).toEqual({
      [chain]: [{ ...demo, metadata: { name: 'Demo Coin', symbol: 'DEMO', decimals: 6 } }],
    })
  })

  const to = stranger()
  const transfer = (amount: bigint) => ({
    to: tokens.erc20,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [asAddress(to), amount] }),
  })

  await test.step('a transaction is confirmed in the dialog, and its hash is on chain', async () => {
    const sent = request(page, 'eth_sendTransaction', [
      { from: address, ...transfer(1_000_000n), gas: '0x1' },
    ])
    await expect(locateWidget(page)).toContainText('1 DEMO')
    await confirm()
    const hash = await sent
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => request(page, 'eth_getTransactionReceipt', [hash]))
      .toMatchObject({ status: '0x1' })
    expect(await readBalance(stack, to)).toBe(1_000_000n)
  })

  await test.step('several calls need one signature, and their status is read by digest, also after a reload', async () => {
    const batch = {
      version: '2.0.0',
      from: address,
      chainId: `0x${chainId.toString(16)}`,
      atomicRequired: true,
      calls: [transfer(200_000n), transfer(300_000n)],
    }
    const sent = request(page, 'wallet_sendCalls', [batch])
    await confirm()
    const { id } = Object(await sent)
    await page.reload()
    await discover(page)
    await expect
      .poll(() => request(page, 'wallet_getCallsStatus', [id]))
      .toMatchObject({ id, status: 200, atomic: true, receipts: [{ status: '0x1' }] })
    expect(await readBalance(stack, to)).toBe(1_500_000n)
    expect(await request(page, 'wallet_showCallsStatus', [id])).toBeNull()
    await expect(dialog).toContainText('Confirmed')
    expect(await inspect(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a message and typed data are signed, and viem verifies the signatures for the wallet', async () => {
    const client = createPublicClient({ transport: http(rpcUrl) })
    const message = 'I accept the terms.'
    const signed = request(page, 'personal_sign', [stringToHex(message), address])
    await expect(locateWidget(page)).toContainText(message)
    await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
    const signature = asAddress(String(await signed))
    expect(await client.verifyMessage({ address: asAddress(address), message, signature })).toBe(true)
    await expect(dialog).toBeHidden()
    const typed = {
      domain: { name: 'Shop', chainId },
      types: { Order: [{ name: 'item', type: 'string' }] },
      primaryType: 'Order' as const,
      message: { item: 'Tea' },
    }
    const typedSigned = request(page, 'eth_signTypedData_v4', [address, JSON.stringify(typed)])
    await locateWidget(page).getByRole('checkbox').check()
    await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
    const asked = { ...typed, address: asAddress(address), signature: asAddress(String(await typedSigned)) }
    expect(await client.verifyTypedData(asked)).toBe(true)
  })

  await test.step('Cancel, Esc and the cross return 4001 and restore the focus', async () => {
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.textContent = 'Buy'
      document.querySelector('main')?.append(button)
      button.focus()
    })
    const ways = [
      () => locateWidget(page).getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]
    for (const leave of ways) {
      const sent = request(page, 'eth_sendTransaction', [{ from: address, ...transfer(1n) }])
      await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
      await leave()
      expect(await sent).toEqual({ code: 4001, data: undefined })
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Buy' })).toBeFocused()
    }
    expect(await readBalance(stack, to)).toBe(1_500_000n)
  })
})
