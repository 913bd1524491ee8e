import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { rpIdHash } from '#shared/passkey/rp-id.ts'
import { walletAddress } from '#shared/signing/wallet-address.ts'
import { asAddress, balanceOf } from '#e2e/fixtures/chain.ts'
import { newPasskey, newWallet } from '#e2e/fixtures/new-wallet.ts'
import { startStaticHost, type StaticHost } from '#e2e/fixtures/static-host.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { show } from '#e2e/fixtures/tour.ts'

const COIN = 10n ** 6n
const ZERO = '0x0000000000000000000000000000000000000000'

let host: StaticHost
test.beforeEach(async ({ stack }) => {
  test.slow()
  host = await startStaticHost(stack)
})
test.afterEach(() => host.close())

async function give(stack: Stack, token: string, to: string, amount: bigint): Promise<void> {
  const { faucetUrl } = await stack.sandbox()
  const answer = await fetch(faucetUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, to, amount: String(amount) }),
  })
  expect(answer.status).toBe(200)
}

/** The account that pays the chain: any that has a little. */
async function payer(stack: Stack): Promise<string> {
  const key = generatePrivateKey()
  await give(stack, ZERO, privateKeyToAccount(key).address, 10n ** 18n)
  return key
}

async function openRescue(page: Page, stack: Stack): Promise<string[]> {
  const { factory, tokens } = await stack.sandbox()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const defaults = new URLSearchParams({ node: `${host.url}/rpc`, factory, token: tokens.erc20 })
  await page.goto(`${host.url}/rescue.html#${defaults}`)
  return asked
}

async function find(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use my passkey, twice' }).click()
}

async function send(page: Page, { to, amount, key }: { to: string; amount: string; key: string }) {
  await page.getByRole('button', { name: 'Look up this coin' }).click()
  await expect(page.getByRole('option', { name: 'DEMO' })).toBeAttached()
  await page.getByLabel('To', { exact: true }).fill(to)
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'Show what will be signed' }).click()
  await expect(page.getByText(`Send ${amount} DEMO`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign with my passkey' }).click()
  await page.getByLabel('Private key of an account that pays').fill(key)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Done: the transfer is in a block.')).toBeVisible({ timeout: 60_000 })
}

test('behavior: a passkey alone finds a wallet that no server has heard of, deploys it and moves its coins', async ({
  stack,
  visit,
  picture,
}) => {
  const { factory, tokens } = await stack.sandbox()
  const { credential, publicKey } = newPasskey('localhost')
  const address = walletAddress({
    factory: asAddress(factory),
    qx: BigInt(`0x${publicKey.qx}`),
    qy: BigInt(`0x${publicKey.qy}`),
    rpIdHash: rpIdHash('localhost'),
  })
  await give(stack, tokens.erc20, address, 40n * COIN)
  const key = await payer(stack)
  const to = `0x${randomBytes(20).toString('hex')}`
  const { page } = await visit({ credentials: [credential] })

  const asked = await openRescue(page, stack)
  await show(page, picture, 'rescue-start')
  await find(page)
  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByText('No contract is there yet.')).toBeVisible()
  await send(page, { to, amount: '12.5', key })
  expect(await balanceOf(stack, to)).toBe(12_500_000n)
  expect(await balanceOf(stack, address)).toBe(27_500_000n)
  expect(asked.every((url) => url.startsWith(host.url))).toBe(true)
  await expect(page.getByLabel('Private key of an account that pays')).toHaveCount(0)
})

test('behavior: the wallet of the console pays, and every step says what it will do before it does it', async ({
  stack,
  admin,
  visit,
  picture,
}) => {
  const { tokens } = await stack.sandbox()
  const wallet = await newWallet(stack, admin)
  await give(stack, tokens.erc20, wallet.address, 5n * COIN)
  const id = Buffer.from(wallet.credentialId, 'base64url').toString('base64')
  const credentials = (await admin.authenticator.credentials()).filter((one) => one.credentialId === id)
  expect(credentials).toHaveLength(1)
  const { page } = await visit({ credentials })
  await openRescue(page, stack)
  await find(page)
  await expect(page.getByText(wallet.address)).toBeVisible()
  await page.getByRole('button', { name: 'Look up this coin' }).click()
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
  await expect(page.getByText('Make the signed transfer: to')).toBeVisible()
  await show(page, picture, 'rescue-send')
  await page.getByLabel('Private key of an account that pays').fill(generatePrivateKey())
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(/refused/)
  await page.getByLabel('Private key of an account that pays').fill(await payer(stack))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Done: the transfer is in a block.')).toBeVisible({ timeout: 60_000 })
  expect(await balanceOf(stack, to)).toBe(2n * COIN)
})

test('error: a wrong node, a wrong factory, another domain and too much are told in words, with everything kept', async ({
  stack,
  visit,
}) => {
  const { factory } = await stack.sandbox()
  const { credential } = newPasskey('localhost')
  const { page } = await visit({ credentials: [credential] })
  await openRescue(page, stack)
  const says = async (text: RegExp) => {
    await find(page)
    await expect(page.getByRole('alert')).toContainText(text)
  }
  await page.getByLabel('Node of the chain').fill(`${host.url}/page`)
  await says(/no node of a chain|could not be reached/)
  await page.getByLabel('Node of the chain').fill(`${host.url}/rpc`)
  await page.getByLabel('Factory').fill('0x1234')
  await says(/The factory must be an address/)
  await page.getByLabel('Factory').fill(`0x${'11'.repeat(20)}`)
  await says(/no contract at the factory/)
  await page.getByLabel('Factory').fill(factory)
  await page.getByLabel('Domain of the passkey').fill('shop.example')
  await says(/does not answer on localhost/)
  await page.getByLabel('Domain of the passkey').fill('localhost')
  await find(page)
  await page.getByLabel('To', { exact: true }).fill(`0x${'22'.repeat(20)}`)
  await page.getByLabel('Amount').fill('1')
  await page.getByRole('button', { name: 'Show what will be signed' }).click()
  await expect(page.getByRole('alert')).toContainText('The wallet does not have that much.')
  await expect(page.getByLabel('Factory')).toHaveValue(factory)
})
