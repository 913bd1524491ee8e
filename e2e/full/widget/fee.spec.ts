import { readBalance } from '#e2e/fixtures/chain.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { setFee, withFee } from '#e2e/fixtures/service.ts'
import {
  confirmEmail,
  confirmTransfer,
  locateFact,
  fillTransfer,
  openNewWallet,
  readAddress,
  reviewTransfer,
  locateWidget,
} from '#e2e/fixtures/widget-steps.ts'

const TREASURY = '0x00000000000000000000000000000000feed0001'
const RECIPIENT = '0x00000000000000000000000000000000feed0002'

test.afterEach(({ stack }) => setFee(stack, null))

test('behavior: a wallet that must pay fees waits for its exact shortfall, survives a reload, continues by itself, and signs no fee that was not displayed', async ({
  stack,
  admin: { page, authenticator },
}) => {
  const widget = locateWidget(page)
  const email = uniqueEmail('fee')
  const passkeys = (await authenticator.credentials()).length
  await withFee(stack, { units: '1500000', withdrawAddress: TREASURY }, async () => {
    await openNewWallet(page)
    const first = await confirmEmail(page, stack, email)
    await widget.getByRole('button', { name: 'Create passkey' }).click()
    await expect(widget.getByRole('heading', { name: 'Add tokens' })).toBeVisible()
    await expect(widget.locator('.amount')).toHaveText(/Send at least\s*1\.5 DEMO/)
    const address = await readAddress(widget)

    await test.step('a part has arrived: the rest is shown', async () => {
      await drip(stack, address, '1000001')
      await expect(widget.locator('.amount')).toHaveText(/Send at least\s*0\.499999 DEMO/)
      await expect(widget).toContainText('1.000001 DEMO')
    })

    await test.step('a reload returns to the same address', async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Continue' }).click()
      await confirmEmail(page, stack, email, first)
      await widget.getByRole('button', { name: 'Use my passkey' }).click()
      await expect(widget.locator('.amount')).toHaveText(/Send at least\s*0\.499999 DEMO/)
      expect(await readAddress(widget)).toBe(address)
      expect(await authenticator.credentials()).toHaveLength(passkeys + 1)
    })

    await test.step('the rest arrives, and the wallet is created without a click', async () => {
      await drip(stack, address, '499999')
      await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
      expect(await readAddress(widget)).toBe(address)
      expect(await readBalance(stack, address)).toBe(1_500_000n)
    })

    await test.step('a transfer leaves room for the fee, shows it, and pays it with the transfer', async () => {
      await drip(stack, address, '10000000')
      const treasury = await readBalance(stack, TREASURY)
      await page.goto(`/wallets/${address}/send?form=widget`)
      await fillTransfer(page, RECIPIENT, '10.1')
      await expect(widget.getByLabel('Amount')).toHaveAccessibleDescription(
        /The wallet holds 11.5 DEMO, and the fee takes 1.5 DEMO. Enter less/,
      )
      await reviewTransfer(page, RECIPIENT, '2')
      await expect(locateFact(page, 'Fee')).toContainText('1.5 DEMO')
      await confirmTransfer(page)
      expect(await readBalance(stack, address)).toBe(8_000_000n)
      expect((await readBalance(stack, TREASURY)) - treasury).toBe(1_500_000n)
    })

    await test.step('a fee that rises during confirmation is shown again before it is signed', async () => {
      await page.reload()
      await reviewTransfer(page, RECIPIENT, '1')
      await withFee(stack, { units: '1700000', withdrawAddress: TREASURY }, async () => {
        await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
        await expect(widget.getByRole('alert')).toContainText('The fee has changed')
        await expect(locateFact(page, 'Fee')).toContainText('1.7 DEMO')
        expect(await readBalance(stack, address)).toBe(8_000_000n)
        await confirmTransfer(page)
        expect(await readBalance(stack, address)).toBe(5_300_000n)
      })
    })
  })
})
