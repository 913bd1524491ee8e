import { readBalance, tokenState } from '#e2e/fixtures/chain.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import { confirmSend, review, send } from '#e2e/fixtures/send-steps.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7'
const KIND = 'What do you want to do?'
test.beforeEach(() => test.slow())

async function walletOf(stack: Stack, admin: Visit, label: string) {
  return { ...(await newWallet(stack, admin, { label, coins: '9000000' })), ...(await tokenState(stack)) }
}

test('behavior: coins are sent as typed, and an allowance is set, limited, made unlimited and revoked', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await walletOf(stack, admin, 'Coins of every kind')
  const before = await readBalance(stack, FRIEND)

  await test.step('a transfer shows the exact integer before and after it is prepared', async () => {
    await page.goto(`/wallets/${wallet.address}/send`)
    await page.getByLabel('Amount', { exact: true }).fill('1.250001')
    await expect(page.getByText('Exactly 1250001 base units.')).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill(FRIEND)
    await expect(page.getByText('never sent to this address')).toBeVisible()
    await review(page)
    await page.getByText('Call details').click()
    await expect(page.getByText('1250001 base units', { exact: true })).toBeVisible()
    await confirmSend(page)
    expect((await readBalance(stack, FRIEND)) - before).toBe(1_250_001n)
  })

  const allowance = () => wallet.allowance(wallet.address, FRIEND)
  await test.step('an allowance', async () => {
    await page.goto(`/wallets/${wallet.address}/send`)
    await page.getByLabel(KIND).selectOption('erc20-approve')
    await page.getByLabel('Spender').fill(FRIEND)
    await page.getByLabel('Amount', { exact: true }).fill('2.5')
    await send(page)
    expect(await allowance()).toBe(2_500_000n)
  })
  await test.step('unlimited only with one more checkbox', async () => {
    await page.goto(
      `/wallets/${wallet.address}/send?kind=erc20-approve&token=${wallet.tokens.erc20}&spender=${FRIEND}`,
    )
    await page.getByLabel('Unlimited').check()
    await expect(page.getByText('transfer all DEMO of this wallet')).toBeVisible()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Tick this to continue')).toBeVisible()
    await page.getByLabel(/I trust the spender/).check()
    await send(page)
    expect(await allowance()).toBe(2n ** 256n - 1n)
  })
  await test.step('a link opens its revocation ready to review', async () => {
    await page.goto(
      `/wallets/${wallet.address}/send?kind=erc20-approve&token=${wallet.tokens.erc20}&spender=${FRIEND}&amount=0`,
    )
    await expect(page.getByText('Zero revokes the approval.')).toBeVisible()
    await send(page)
    expect(await allowance()).toBe(0n)
  })
})
