import { join } from 'node:path'
import { makeOutsideProject, runInside } from '#e2e/fixtures/outside-project.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { tutorialBlocks } from '#e2e/fixtures/tutorial.ts'

const CONFIG = (baseURL: string) => `import { defineConfig } from '@playwright/test'

const executablePath = process.env.LATCHKEY_CHROMIUM
export default defineConfig({
  testMatch: '*.test.ts',
  timeout: 60_000,
  workers: 1,
  use: { baseURL: ${JSON.stringify(baseURL)}, launchOptions: executablePath ? { executablePath } : {} },
})
`

/** The test that the documentation shows to its readers, and more tests as an integrator would write them. */
const MORE = `import { createHash } from 'node:crypto'
import { expect, expectSigned, test } from 'latchkey/testing'

const FRIEND = '0x00000000000000000000000000000000000F0021'

for (const software of [false, true]) {
  test.describe(software ? 'a device in software' : 'the device of the browser', () => {
    test.use({ softwarePasskeys: software })

    test('a wallet is created with a code from the inbox', async ({ page, sandbox, passkeys }) => {
      const email = \`made-\${software}@example.com\`
      await page.goto('/')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Create my wallet' }).click()
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByLabel('Code from the email').fill(await sandbox.codeFor(email))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Create passkey' }).click()
      await expect(page.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
      expect(await passkeys.list()).toMatchObject([{ rpId: 'shop.localhost' }])
      expectSigned(page).nothing()
    })

    test('a payment matches what was signed, and a declined one does nothing', async ({ page, sandbox, passkeys, seededWallet }) => {
      const email = \`paying-\${software}@example.com\`
      const externalUserId = 'shop-' + createHash('sha256').update(email).digest('hex').slice(0, 24)
      const { address } = await seededWallet({ externalUserId, email })
      await page.goto('/')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Send coins' }).click()
      await page.getByLabel('To', { exact: true }).fill(FRIEND)
      await page.getByLabel('Amount').fill('1.5')
      await page.getByRole('button', { name: 'Review' }).click()
      await passkeys.setVerified(false)
      await page.getByRole('button', { name: 'Confirm with passkey' }).click()
      await expect(page.getByRole('alert')).toContainText('Nothing was signed')
      expectSigned(page).nothing()
      await passkeys.setVerified(true)
      await page.getByRole('button', { name: 'Confirm with passkey' }).click()
      await expect(page.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
      const token = sandbox.tokens.erc20
      const signed = await expectSigned(page).toTransfer({ token, to: FRIEND, amount: 1_500_000n })
      expect(signed).toMatchObject({ wallet: address.toLowerCase(), kind: 'erc20-transfer', fee: '0' })
      expect(await sandbox.balanceOf(address)).toBe(23_500_000n)
      let message = ''
      await expectSigned(page).toTransfer({ token, to: FRIEND, amount: 1n }).catch((error) => (message = String(error)))
      expect(message).toContain('1500000')
    })
  })
}
`

test('behavior: latchkey/testing, installed from the packed file, runs the documentation’s test and more, with both kinds of passkey device', async ({
  stack,
}) => {
  test.setTimeout(240_000)
  const { 'wallet.test.ts': documented = '' } = tutorialBlocks('docs/testing.md')
  const project = await makeOutsideProject(
    {
      'playwright.config.ts': CONFIG(stack.demoUrl),
      'wallet.test.ts': documented,
      'more.test.ts': MORE,
    },
    ['@playwright/test', 'playwright', 'playwright-core'],
  )
  try {
    const cli = join(project.folder, 'node_modules/@playwright/test/cli.js')
    const { code, output } = await runInside(project.folder, [cli, 'test', '--reporter', 'list'], {
      LATCHKEY_SANDBOX: join(stack.dataDir, 'sandbox.json'),
      TEST_WORKER_INDEX: '',
    })
    expect(code, output).toBe(0)
    expect(output).toContain('5 passed')
  } finally {
    await project.remove()
  }
})
