import { readFile } from 'node:fs/promises'
import { FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { drip, mint } from '#e2e/fixtures/inbox.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { untilIndexed } from '#e2e/fixtures/service.ts'
import { createWallet, executeAndWait, prepare, sign } from '#e2e/fixtures/spec-client.ts'
import { inspect, show } from '#e2e/fixtures/tour.ts'
import { nameBackup } from '#e2e/fixtures/wallet-flow-steps.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const UNLIMITED = String(2n ** 256n - 1n)

test('behavior: a wallet shows its tokens, granted permissions with their dates, and revokes one with one confirmation', async ({
  stack,
  admin: { page },
  picture,
}) => {
  test.slow()
  const { tokens } = await stack.sandbox()
  const wallet = await createWallet(stack, uniqueEmail('details'), { label: 'With everything' })
  await drip(stack, wallet.address, '25000000')
  const tokenId = String(900_000_000 + Math.floor(Math.random() * 90_000_000))
  await mint(stack, { token: tokens.erc721, to: wallet.address, tokenId })
  for (const [path, fields] of [
    ['erc20/approve', { tokenAddress: tokens.erc20, spender: FRIEND, amount: UNLIMITED }],
    ['erc721/approve', { tokenAddress: tokens.erc721, approved: FRIEND, tokenId }],
    ['erc721/set-approval-for-all', { tokenAddress: tokens.erc721, operator: FRIEND, approved: true }],
  ] as const) {
    const prepared = await prepare(stack, wallet, path, fields)
    await executeAndWait(stack, wallet, await sign(stack, wallet, prepared))
  }
  await untilIndexed(stack, wallet.address, { collectibles: 1, allowances: 2, operators: 1 })
  const card = (title: string) => locateCard(page, title)
  const tab = async (name: string) => {
    await page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/wallets/${wallet.address}/${name.toLowerCase()}$`, 'i'))
  }
  await page.goto(`/wallets/${wallet.address}`)
  await expect(page.getByRole('link', { name: new RegExp(`^Send .*#${tokenId}$`) })).toBeVisible()
  const protection = page.getByRole('group', { name: 'Protection' })
  await expect(protection).toContainText('Not protected: one passkey suffices')
  await expect(protection).toContainText('No backup address')
  await expect(protection).toContainText('2 unlimited approvals')
  await show(page, picture, 'wallet-with-everything')
  await protection.locator('summary').click()
  await expect(protection).toContainText('Sent immediately unless a policy holds it')
  // Unlimited allowances, each with its revoke button.
  await expect(protection.getByRole('button', { name: /^Revoke/ })).toHaveCount(2)
  await show(page, picture, 'wallet-protection')

  await tab('Approvals')
  const given = card('Approvals')
  await expect(given.getByRole('listitem')).toHaveCount(3)
  const unlimited = given.getByRole('listitem').filter({ hasText: 'Unlimited' })
  await expect(unlimited).toContainText('Granted')
  await show(page, picture, 'wallet-approvals')

  await tab('Assets')
  const collectibles = card('NFTs')
  await expect(collectibles).toContainText(`#${tokenId}`)
  await expect(collectibles).toContainText('No image')
  await show(page, picture, 'wallet-assets')

  await tab('Activity')
  const rows = page.getByRole('table', { name: 'Activity, newest first' }).getByRole('row')
  // Each allowance is listed once, as the transaction that set it. Received tokens are listed even if no transaction
  // of the wallet moved them.
  await expect(rows).toHaveCount(6)
  await expect(rows.filter({ hasText: 'Minted' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Approve operator for all' })).toContainText('Confirmed')
  await show(page, picture, 'wallet-activity')
  // A list of fewer than ten rows has no menu.
  for (let times = 0; times < 5; times += 1) await drip(stack, wallet.address, '1')
  await expect(async () => {
    await page.reload()
    await expect(rows).toHaveCount(11, { timeout: 5_000 })
  }).toPass()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('button', { name: 'Token movements as CSV' }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  // Each line is a received token or a granted allowance.
  expect(lines).toHaveLength(11)
  expect(lines.filter((line) => /(^|,)mint,/.test(line))).toHaveLength(7)

  await tab('Security')
  await expect(card('Passkey')).toContainText('shop.localhost')
  await expect(card('Backup and recovery')).toContainText('No backup address')
  await show(page, picture, 'wallet-security')
  await tab('Approvals')
  await unlimited.getByRole('button', { name: /^Revoke/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this approval?' })
  await expect(dialog).toContainText('The passkey of this wallet does not work here')
  await expect(locateWidget(page)).toHaveCount(0)
  expect(await inspect(page)).toEqual([])
})

test('behavior: a wallet of the widget shows the passkey that created it', async ({ stack, admin }) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'With a known passkey' })
  await page.goto(`/wallets/${wallet.address}/security`)
  const passkey = locateCard(page, 'Passkey')
  await passkey.locator('summary').click()
  await expect(passkey.getByText('Credential ID', { exact: true })).toBeVisible()
  expect(await passkey.innerText().then((text) => text.replaceAll(/\s/g, ''))).toContain(wallet.credentialId)
})

test('behavior: a backup address is set on the wallet’s page, which then shows it and offers recovery', async ({
  stack,
  admin,
}) => {
  test.slow()
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'To be recovered' })
  const backup = await newWallet(stack, admin, { label: 'Its backup' })
  await page.goto(`/wallets/${wallet.address}`)
  await page.getByRole('group', { name: 'Protection' }).locator('summary').click()
  await page.getByRole('link', { name: 'Set a backup address' }).click()
  await page.getByRole('button', { name: 'Set a backup address' }).click()
  await nameBackup(page, backup.address)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const card = locateCard(page, 'Backup and recovery')
  await expect(card).toContainText(backup.address)
  await expect(card).toContainText('Its backup')
  await expect(card.getByRole('button', { name: 'Change the backup address' })).toBeFocused()
  await card.getByRole('button', { name: 'Recover with a new passkey' }).click()
  await expect(locateWidget(page).getByRole('button', { name: 'Create the new passkey' })).toBeVisible()
  expect(await inspect(page)).toEqual([])
})

test('behavior: a picture in the service’s response is displayed, and a missing one is a placeholder', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'With pictures' })
  const { tokens } = await stack.sandbox()
  const item = { tokenAddress: tokens.erc721, name: 'Cats', symbol: 'CAT', allowed: true }
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await page.route('**/balances?*', (route) =>
    route.fulfill({
      json: {
        statusCode: 200,
        content: {
          address: wallet.address,
          coins: [],
          collectibles: ['1', '2'].map((tokenId) => ({ ...item, tokenId })),
          multiTokens: [{ ...item, name: 'Coins of old', tokenId: '3', amount: '12' }],
          allowances: [],
          operators: [],
          asOfBlock: '1',
        },
      },
    }),
  )
  await page.route('**/collectibles/**', (route) => {
    const tokenId = route.request().url().split('/').at(-1) ?? ''
    const words = { tokenAddress: tokens.erc721, tokenId, name: `Cat ${tokenId}`, description: '' }
    const content =
      tokenId === '1'
        ? { ...words, picture: { mediaType: 'image/png', base64: png } }
        : { ...words, problem: 'unreachable' }
    return route.fulfill({ json: { statusCode: 200, content } })
  })
  await page.goto(`/wallets/${wallet.address}/assets`)
  const image = page.getByRole('img', { name: 'Image of Cat 1' })
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((node) => node instanceof HTMLImageElement && node.naturalWidth))
    .toBe(1)
  await expect(page.getByText('Image unavailable').first()).toBeVisible()
  await expect(page.getByText('12 × #3, Coins of old')).toBeVisible()
  expect(await inspect(page)).toEqual([])
})

test('behavior: if a fee is charged, the page says in advance what a creation costs and what the widget will do', async ({
  stack,
  admin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.route('**/api/baas/config', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const fee = { tokenAddress: tokens.erc20, amountPerTransaction: '1500000', withdrawAddress: FRIEND }
    await route.fulfill({ json: { ...body, content: { ...body.content, fee } } })
  })
  await page.goto('/wallets/new')
  await expect(page.getByText('Have 1.5 DEMO ready')).toBeVisible()
  expect(await inspect(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
})
