import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { createIntegration } from '#e2e/fixtures/console-pages.ts'
import { enterCode } from '#e2e/fixtures/inbox.ts'
import { runInside } from '#e2e/fixtures/outside-project.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { tutorialBlocks } from '#e2e/fixtures/tutorial.ts'
import { confirmTransfer, readAddress, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { freePort } from '#service/chain/anvil-process.ts'

const FRIEND = '0x00000000000000000000000000000000000f0018'

test('behavior: the code of the tutorial, copied unchanged, creates a wallet and sends from it under its policy', async ({
  // The test needs its own stack, because another example in the documentation has the same user.
  ownStack: { stack, admin },
  visit,
  complaints,
  picture,
}) => {
  test.setTimeout(150_000)
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const secret = await test.step('1. an integration in the console', async () => {
    await createIntegration(admin.page, 'The tutorial', origin)
    return admin.page.locator('[data-secret]').innerText()
  })

  const folder = await mkdtemp(join(tmpdir(), 'latchkey-tutorial-'))
  for (const [name, text] of Object.entries(tutorialBlocks('docs/quickstart.md')))
    await writeFile(join(folder, name), text)
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: port,
      LATCHKEY_URL: stack.url,
      LATCHKEY_INTEGRATION_SECRET: secret.trim(),
    },
  })
  let output = ''
  server.stdout.on('data', (chunk) => (output += String(chunk)))
  server.stderr.on('data', (chunk) => (output += String(chunk)))
  try {
    await expect.poll(() => output, { timeout: 20_000 }).toContain(`Open ${origin}`)
    const { page } = await visit()
    const answer = await page.goto(origin)
    expect(answer?.headers()['content-security-policy']).toContain("trusted-types 'none'")
    const widget = locateWidget(page)

    const address = await test.step('4. a wallet, with the code of the inbox', async () => {
      await page.getByRole('button', { name: 'Send code' }).click()
      await enterCode(widget.getByLabel('Code from the email'), stack, 'mira@example.com')
      await widget.getByRole('button', { name: 'Continue' }).click()
      await widget.getByRole('button', { name: 'Create passkey' }).click()
      await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
      const made = await readAddress(widget)
      await expect(page.locator('#news')).toHaveText(`Your wallet is ${made}`)
      return made
    })

    await test.step('5. coins, and a transfer', async () => {
      const environment = { LATCHKEY_SANDBOX: join(stack.dataDir, 'sandbox.json') }
      const given = await runInside(folder, ['coins.mjs', address], environment)
      expect(given).toMatchObject({ code: 0, output: '25 coins are on their way.\n' })
      await page.getByRole('button', { name: 'Send coins from it' }).click()
      await reviewTransfer(page, FRIEND, '1.25')
      await picture(page, 'tutorial')
      await confirmTransfer(page)
      await expect(page.locator('#news')).toHaveText(/^Sent by 0x[0-9a-f]{64}$/)
      expect(await readBalance(stack, address)).toBe(23_750_000n)
    })

    await test.step('a mistake of the page is reported on its console', async () => {
      const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
      await page.locator('latchkey-wallet').evaluate((wallet) => wallet.setAttribute('flow', 'bend'))
      expect((await warned).text()).toContain('wallet CONFIGURATION flow must be one of')
    })
    expect(output).not.toMatch(/Error/)
    forgive(complaints, /favicon/)
  } finally {
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
})
