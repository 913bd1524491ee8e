import { randomBytes } from 'node:crypto'
import { generatePrivateKey } from 'viem/accounts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { newPasskey, newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect } from '#e2e/fixtures/product-world.ts'
import { findWallet, openRescue, payer, rescueTest as test } from '#e2e/fixtures/rescue-steps.ts'
import { show } from '#e2e/fixtures/tour.ts'

test.beforeEach(() => test.slow())

test('behavior: the wallet of the console pays, and every step describes its effect first', async ({
  stack,
  rescue,
  admin,
  visit,
  picture,
}) => {
  const { tokens } = await stack.sandbox()
  const wallet = await newWallet(stack, admin, { coins: '5000000' })
  const id = Buffer.from(wallet.credentialId, 'base64url').toString('base64')
  const credentials = (await admin.authenticator.credentials()).filter((one) => one.credentialId === id)
  expect(credentials).toHaveLength(1)
  const { page } = await visit({ credentials })
  await openRescue(page, stack, rescue)
  await findWallet(page)
  await expect(page.getByText(wallet.address)).toBeVisible()
  await page.getByRole('button', { name: 'Look up this token' }).click()
  await expect(page.getByRole('option', { name: 'DEMO' })).toBeAttached()
  await page.getByLabel('To', { exact: true }).fill(tokens.erc20)
  await page.getByLabel('Amount').fill('2')
  await page.getByRole('button', { name: 'Show what will be signed' }).click()
  await expect(page.getByText('The recipient is the token’s own contract.')).toBeVisible()
  await show(page, picture, 'rescue-confirm')
  const to = `0x${randomBytes(20).toString('hex')}`
  await page.getByLabel('To', { exact: true }).fill(to)
  await page.getByRole('button', { name: 'Show what will be signed' }).click()
  await expect(page.getByText('The recipient is the token’s own contract.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign with my passkey' }).click()
  await page.getByText('Send it from another wallet instead').click()
  await expect(page.getByText('Execute the signed transfer')).toBeVisible()
  await show(page, picture, 'rescue-send')
  await page.getByLabel('Private key of the account that pays the gas').fill(generatePrivateKey())
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(/refused/)
  await page.getByLabel('Private key of the account that pays the gas').fill(await payer(stack))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Done: the transfer is in a block.')).toBeVisible({ timeout: 60_000 })
  expect(await readBalance(stack, to)).toBe(2_000_000n)
})

test('error: a wrong node, a wrong factory, another domain and too large an amount are reported, with all input kept', async ({
  stack,
  rescue,
  visit,
}) => {
  const { factory } = await stack.sandbox()
  const { credential } = newPasskey('localhost')
  const { page } = await visit({ credentials: [credential] })
  await openRescue(page, stack, rescue)
  const says = async (text: RegExp) => {
    await findWallet(page)
    await expect(page.getByRole('alert')).toContainText(text)
  }
  await page.getByLabel('Node of the chain').fill(`${rescue.url}/page`)
  await says(/no node of a chain|could not be reached/)
  await page.getByLabel('Node of the chain').fill(`${rescue.url}/rpc`)
  await page.getByLabel('Factory').fill('0x1234')
  await says(/The factory must be an address/)
  await page.getByLabel('Factory').fill(`0x${'11'.repeat(20)}`)
  await says(/no contract at the factory/)
  await page.getByLabel('Factory').fill(factory)
  await page.getByLabel('Domain of the passkey').fill('shop.example')
  await says(/cannot be used on localhost/)
  await page.getByLabel('Domain of the passkey').fill('localhost')
  await findWallet(page)
  await page.getByLabel('To', { exact: true }).fill(`0x${'22'.repeat(20)}`)
  await page.getByLabel('Amount').fill('1')
  await page.getByRole('button', { name: 'Show what will be signed' }).click()
  await expect(page.getByRole('alert')).toContainText('The amount exceeds the wallet’s balance.')
  await expect(page.getByLabel('Factory')).toHaveValue(factory)
})
