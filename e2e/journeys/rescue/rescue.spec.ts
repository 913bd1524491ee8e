import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { asAddress, readBalance } from '#e2e/fixtures/chain.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { newPasskey } from '#e2e/fixtures/new-wallet.ts'
import { expect } from '#e2e/fixtures/product-world.ts'
import { findWallet, openRescue, payer, rescueTest as test } from '#e2e/fixtures/rescue-steps.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'

test.beforeEach(() => test.slow())

async function send(page: Page, { to, amount, key }: { to: string; amount: string; key: string }) {
  await page.getByRole('button', { name: 'Look up this token' }).click()
  await expect(page.getByRole('option', { name: 'DEMO' })).toBeAttached()
  await page.getByLabel('To', { exact: true }).fill(to)
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'Show what will be signed' }).click()
  await expect(page.getByText(`Send ${amount} DEMO`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign with my passkey' }).click()
  await page.getByLabel('Private key of the account that pays the gas').fill(key)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Done: the transfer is in a block.')).toBeVisible({ timeout: 60_000 })
}

test('behavior: a passkey alone finds a wallet that no server knows, deploys it and moves its coins', async ({
  stack,
  rescue,
  visit,
  picture,
}) => {
  const { factory } = await stack.sandbox()
  const { credential, publicKey } = newPasskey('localhost')
  const address = walletAddress({
    factory: asAddress(factory),
    qx: BigInt(`0x${publicKey.qx}`),
    qy: BigInt(`0x${publicKey.qy}`),
    rpIdHash: rpIdHash('localhost'),
  })
  await drip(stack, address, '40000000')
  const key = await payer(stack)
  const to = `0x${randomBytes(20).toString('hex')}`
  const { page } = await visit({ credentials: [credential] })

  const asked = await openRescue(page, stack, rescue)
  await show(page, picture, 'rescue-start')
  await findWallet(page)
  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByText('Not deployed yet.')).toBeVisible()
  await send(page, { to, amount: '12.5', key })
  expect(await readBalance(stack, to)).toBe(12_500_000n)
  expect(await readBalance(stack, address)).toBe(27_500_000n)
  expect(asked.every((url) => url.startsWith(rescue.url))).toBe(true)
  await expect(page.getByLabel('Private key of the account that pays the gas')).toHaveCount(0)
})
