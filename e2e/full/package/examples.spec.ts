import { Webhook } from 'standardwebhooks'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { createIntegration } from '#e2e/fixtures/console-pages.ts'
import { startExample } from '#e2e/fixtures/example.ts'
import { enterCode, drip } from '#e2e/fixtures/inbox.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { addEndpoint, sendTestEvent } from '#e2e/fixtures/webhook-steps.ts'
import { readAddress, locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { freePort } from '#service/chain/anvil-process.ts'

/** An integration for an example's origin, and the example's environment. */
async function integrate(stack: Stack, admin: Visit, name: string, more: readonly string[] = []) {
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  await createIntegration(admin.page, `The example ${name}`, origin, more)
  const secret = (await admin.page.locator('[data-secret]').innerText()).trim()
  const environment = { PORT: port, LATCHKEY_URL: stack.url, LATCHKEY_INTEGRATION_SECRET: secret }
  return { origin, environment }
}

for (const [name, policy, email] of [
  ['html-express', "trusted-types 'none'", 'mira@example.com'],
  ['next', "'nonce-", 'kai@example.com'],
] as const)
  test(`behavior: examples/${name}, installed in an empty folder, creates a wallet under its policy`, async ({
    stack,
    admin,
    visit,
    complaints,
  }) => {
    test.setTimeout(300_000)
    const { origin, environment } = await integrate(stack, admin, name)
    const example = await startExample(name, environment, origin)
    try {
      const { page } = await visit()
      const answer = await page.goto(origin)
      expect(answer?.headers()['content-security-policy']).toContain(policy)
      const widget = locateWidget(page)
      await page.getByRole('button', { name: 'Send code' }).click()
      await enterCode(widget.getByLabel('Code from the email'), stack, email)
      await widget.getByRole('button', { name: 'Continue' }).click()
      await widget.getByRole('button', { name: 'Create passkey' }).click()
      await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
      await expect(page.locator('#news')).toHaveText(`Your wallet is ${await readAddress(widget)}`)
      const refused = await fetch(`${origin}/wallet-token`, {
        method: 'POST',
        headers: { origin: 'http://evil' },
      })
      expect(refused.status).toBe(403)
      expect(example.output()).not.toMatch(/Error/)
      forgive(complaints, /favicon/)
    } finally {
      await example.stop()
    }
  })

test('behavior: examples/server-webhooks accepts a console event once, even if repeated, and rejects an unsigned one', async ({
  admin,
}) => {
  test.setTimeout(180_000)
  const port = String(await freePort())
  const url = `http://localhost:${port}/webhooks/latchkey`
  const secret = await addEndpoint(admin.page, url, 'The example')
  const environment = { PORT: port, LATCHKEY_WEBHOOK_SECRET: secret }
  const example = await startExample('server-webhooks', environment, `Webhooks at ${url}`)
  try {
    await sendTestEvent(admin.page)
    await expect.poll(example.output).toContain('nothing to do')
    const paid = JSON.stringify({ type: 'transaction.confirmed', data: { digest: '0x2' } })
    const at = new Date()
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_2', at, paid),
    }
    for (const _attempt of [1, 2])
      expect((await fetch(url, { method: 'POST', body: paid, headers })).status).toBe(204)
    expect(example.output().match(/0x2 is paid/g)).toHaveLength(1)
    const forged = JSON.stringify({ type: 'transaction.confirmed', data: { digest: '0x1' } })
    const answer = await fetch(url, { method: 'POST', body: forged, headers: { 'webhook-id': 'msg_1' } })
    expect(answer.status).toBe(400)
    expect(await (await fetch(`http://localhost:${port}/payments`)).json()).toEqual({
      '0x2': { state: 'paid' },
    })
  } finally {
    await example.stop()
  }
})

test('behavior: examples/vite-react-wagmi, an ordinary wagmi page, connects, pays, pays twice at once and signs in', async ({
  stack,
  admin,
  visit,
  complaints,
}) => {
  test.setTimeout(300_000)
  const more = ['Prepare approvals', 'Sign messages']
  const { origin, environment } = await integrate(stack, admin, 'vite-react-wagmi', more)
  const { rpcUrl, chainId, tokens } = await stack.sandbox()
  const chain = { RPC_URL: rpcUrl, CHAIN_ID: String(chainId), TOKEN: tokens.erc20 }
  const example = await startExample('vite-react-wagmi', { ...environment, ...chain }, `Open ${origin}`)
  try {
    const { page } = await visit()
    await page.goto(origin)
    const widget = locateWidget(page)
    const confirm = widget.getByRole('button', { name: 'Confirm with passkey' })
    await page.getByRole('button', { name: 'Connect Latchkey' }).click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await enterCode(widget.getByLabel('Code from the email'), stack, 'noor@example.com')
    await widget.getByRole('button', { name: 'Continue' }).click()
    await widget.getByRole('button', { name: 'Create passkey' }).click()
    await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
    const address = await readAddress(widget)
    await page.keyboard.press('Escape')
    await expect(page.locator('#address')).toHaveText(address)
    await drip(stack, address, '25000000')
    await expect(page.locator('#balance')).toHaveText('25 coins')

    await page.getByRole('button', { name: 'Pay 1.5' }).click()
    await confirm.click()
    await expect(page.locator('#paid')).toHaveText(/^Paid by 0x[0-9a-f]{64}$/)
    await page.getByRole('button', { name: 'Pay 1 and 2' }).click()
    await confirm.click()
    await expect(page.locator('#paid-twice')).toHaveText('success')
    expect(await readBalance(stack, address)).toBe(20_500_000n)

    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(widget).toContainText('Sign in to my dapp.')
    await confirm.click()
    await expect(page.locator('#signed-in')).toHaveText(`Signed in as ${address}`)
    // Leaves the page, because it polls the balance from the server that stops next.
    await page.goto('about:blank')
    expect(example.output()).not.toMatch(/Error/)
    forgive(complaints, /favicon/)
  } finally {
    await example.stop()
  }
})
