import { encodeFunctionData, erc20Abi } from 'viem'
import {
  approvalLink,
  approveToEnd,
  enrolApprover,
  goWithoutProtection,
  readNumber,
} from '#e2e/fixtures/approver-steps.ts'
import { stranger } from '#e2e/fixtures/chain.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { discover, openProviderPage, request } from '#e2e/fixtures/provider-page.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: a held call is pending until its user approves it, whether its dialog is open, closed or lost in a reload', async ({
  stack,
  admin,
  visit,
}) => {
  const { page } = admin
  const email = uniqueEmail('held-provider')
  await admin.authenticator.clear()
  const { address } = await newWallet(stack, admin, { email, externalUserId: email, coins: '5000000' })
  const { page: app } = await visit()
  await enrolApprover(app, stack, email)
  const { chainId, tokens } = await stack.sandbox()
  const transfer = () => ({
    to: tokens.erc20,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger(), 1_000_000n] }),
  })
  await openProviderPage(stack, admin, address)
  await discover(page)
  const accounts = request(page, 'eth_requestAccounts')
  await locateWidget(page).getByRole('button', { name: 'Use my passkey' }).click()
  expect(await accounts).toEqual([address])
  const dialog = page.getByRole('dialog', { name: 'Latchkey' })
  /** Confirms the call in the open dialog until it is held. Returns the number to pick. */
  async function signToHold(): Promise<string> {
    const widget = locateWidget(page).last()
    await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
    return readNumber(page)
  }

  await test.step('a transaction whose dialog was closed resolves when it is sent', async () => {
    const sent = request(page, 'eth_sendTransaction', [{ from: address, ...transfer() }])
    await goWithoutProtection(page)
    const number = await signToHold()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await app.goto(await approvalLink(stack, email, 'transaction'))
    await approveToEnd(app, number)
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
  })

  await test.step('a batch resolves at once, and its number can be read again after a reload', async () => {
    const calls = [transfer(), transfer()]
    const batch = { version: '2.0.0', chainId: `0x${chainId.toString(16)}`, atomicRequired: true, calls }
    const sent = request(page, 'wallet_sendCalls', [batch])
    const number = await signToHold()
    const { id } = Object(await sent)
    await page.reload()
    await discover(page)
    expect(await request(page, 'wallet_getCallsStatus', [id])).toMatchObject({ status: 100 })
    await request(page, 'wallet_showCallsStatus', [id])
    await expect(dialog).toContainText(`Waiting for your approval ${number}`)
    await app.goto(await approvalLink(stack, email, 'transaction'))
    await approveToEnd(app, number)
    await expect.poll(() => request(page, 'wallet_getCallsStatus', [id])).toMatchObject({ status: 200 })
  })
})
