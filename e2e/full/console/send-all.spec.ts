import { readBalance } from '#e2e/fixtures/chain.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { send } from '#e2e/fixtures/send-steps.ts'
import { setFee, withFee } from '#e2e/fixtures/service.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const TREASURY = '0x00000000000000000000000000000000feed0003'
const RECIPIENT = '0x00000000000000000000000000000000feed0004'

test.beforeEach(() => test.slow())
test.afterEach(({ stack }) => setFee(stack, null))

test('behavior: the balance minus the fee is filled in, sent and confirmed, and leaves nothing', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { address } = await newWallet(stack, admin, { label: 'Sends all it has', coins: '9000000' })
  await withFee(stack, { units: '1500000', withdrawAddress: TREASURY }, async () => {
    const [sent, paid] = [await readBalance(stack, RECIPIENT), await readBalance(stack, TREASURY)]
    await page.goto(`/wallets/${address}/send`)
    await page.getByLabel('To', { exact: true }).fill(RECIPIENT)
    const amount = page.getByLabel('Amount', { exact: true })
    await amount.fill('7.500001')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Leaves too little for the fee')).toBeVisible()
    await page.getByRole('button', { name: 'All but the fee: 7.5' }).click()
    await expect(amount).toHaveValue('7.5')
    await expect(page.getByText('1.5 DEMO stay in the wallet for the fee.')).toBeVisible()
    expect(await inspect(page)).toEqual([])
    await send(page)
    expect(await readBalance(stack, address)).toBe(0n)
    expect((await readBalance(stack, RECIPIENT)) - sent).toBe(7_500_000n)
    expect((await readBalance(stack, TREASURY)) - paid).toBe(1_500_000n)
  })
})

test('error: a balance below the fee offers nothing to fill in, and says why', async ({ stack, admin }) => {
  const { page } = admin
  const { address } = await newWallet(stack, admin, { label: 'Has less than the fee', coins: '1000001' })
  await withFee(stack, { units: '1500000', withdrawAddress: TREASURY }, async () => {
    await page.goto(`/wallets/${address}/send`)
    await expect(page.getByText('The balance is 1.000001 DEMO: nothing is left to send.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^All / })).toHaveCount(0)
    await page.getByLabel('To', { exact: true }).fill(RECIPIENT)
    await page.getByLabel('Amount', { exact: true }).fill('1')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Leaves too little for the fee')).toBeVisible()
    expect(await inspect(page)).toEqual([])
    expect(await readBalance(stack, address)).toBe(1_000_001n)
  })
})
