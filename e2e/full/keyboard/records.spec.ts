import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { confirmTyped, choose, escape, expectFocusKept, pick, press, type } from '#e2e/fixtures/keyboard.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

const DOMAIN = 'keys.invalid.example'
const TREASURY = '0x52908400098527886E0F7030069857D2E4169EE7'

test('behavior: with the keyboard, a domain is added, its verification checked, and it is removed; the focus stays in the list', async ({
  admin: { page },
}) => {
  // From version 156, Chromium lets a headless page write to the clipboard only with the permission.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/domains')
  await type(page, page.getByLabel('Domain', { exact: true }), 'https://no.example/path')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Domain', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Domain', { exact: true })).toHaveAccessibleDescription(/host name such/)
  await expect(page.getByRole('button', { name: 'Add domain' })).not.toHaveAttribute('aria-busy')
  await type(page, page.getByLabel('Domain', { exact: true }), DOMAIN)
  await page.keyboard.press('Enter')
  const card = locateCard(page, DOMAIN)
  await press(page, card.getByRole('button', { name: 'Copy value' }))
  await expect(card.getByRole('button', { name: 'Copy value' })).toHaveText('Copied')
  await press(page, card.getByRole('button', { name: 'Check now' }))
  await expect(card.getByText('Record not found yet')).toBeVisible({ timeout: 30_000 })
  await expect(card.getByRole('button', { name: 'Check now' })).toBeFocused()
  const remove = card.getByRole('button', { name: 'Remove', exact: true })
  await press(page, remove)
  await escape(page, page.getByRole('dialog', { name: 'Remove this domain?' }), remove)
  await press(page, remove)
  await confirmTyped(page, 'Remove this domain?', DOMAIN)
  await expect(card).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('behavior: with the keyboard, a policy is created, tested against the past, turned off and deleted', async ({
  admin: { page },
}) => {
  await page.goto('/policies')
  const open = page.getByRole('button', { name: 'New policy' })
  const dialog = page.getByRole('dialog', { name: 'New policy' })
  await press(page, open)
  await escape(page, dialog, open)
  await page.keyboard.press('Enter')
  await pick(page, dialog.getByRole('group', { name: 'Template' }), /^Daily limit/)
  // Only transactions with an unlimited amount exceed this limit. Other tests may have signed such transactions.
  await type(page, dialog.getByLabel('Maximum'), '1000000000')
  await type(page, dialog.getByLabel('Name', { exact: true }), 'By keys alone')
  await press(page, dialog.getByRole('button', { name: 'Test against the last 30 days' }))
  await expect(dialog.getByText(/in the last 30 days would have been blocked/)).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'Create policy' }))
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  const row = page.getByRole('row', { name: /By keys alone/ })
  await press(page, row.getByRole('button', { name: 'Turn off' }))
  const question = page.getByRole('dialog', { name: 'Turn off this policy?' })
  await press(page, question.getByRole('button', { name: 'Turn off' }))
  await expect(row.getByRole('button', { name: 'Turn on' })).toBeFocused()
  await press(page, row.getByRole('button', { name: 'Edit' }))
  await escape(page, page.getByRole('dialog'), row.getByRole('button', { name: 'Edit' }))
  await press(page, row.getByRole('button', { name: 'Delete' }))
  await confirmTyped(page, 'Delete this policy?', 'By keys alone')
  await expect(row).toHaveCount(0)
  await expectFocusKept(page)
})

test('behavior: with the keyboard, a token is removed from the list, allowed again under another symbol and restored', async ({
  stack,
  admin: { page },
}) => {
  const { tokens } = await stack.sandbox()
  await page.goto('/tokens')
  const row = (symbol: string) => page.getByRole('row', { name: new RegExp(symbol) })
  await press(page, row('DMUL').getByRole('button', { name: 'Remove' }))
  await confirmTyped(page, 'Remove this token from the list?', 'DMUL')
  await expect(row('DMUL')).toContainText('Removed')

  await type(page, page.getByLabel('Contract address'), tokens.erc1155)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not on the allowed list.')).toBeVisible()
  await type(page, page.getByLabel('Symbol', { exact: true }), 'KEYS')
  await type(page, page.getByLabel('Name', { exact: true }), 'Named by hand')
  await press(page, page.getByRole('button', { name: 'Allow this token' }))
  await expect(row('KEYS')).toContainText('Yours')
  await expect(page.getByText('On the allowed list.')).toBeVisible()
  await expectFocusKept(page)

  await press(page, row('KEYS').getByRole('button', { name: 'Remove' }))
  await confirmTyped(page, 'Remove this token from the list?', 'KEYS')
  await press(page, row('DMUL').getByRole('button', { name: 'Restore' }))
  await expect(row('DMUL').getByRole('button', { name: 'Remove' })).toBeVisible()
  await expectFocusKept(page)
})

test('behavior: with the keyboard, an address is saved, changed, searched for and removed, and many are imported', async ({
  admin: { page },
}) => {
  await page.goto('/address-book')
  const add = page.getByRole('button', { name: 'Add an address' })
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await press(page, add)
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.type(TREASURY)
  await type(page, dialog.getByLabel('Name'), 'Keys vault')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Change Keys vault' }))
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Keys treasury')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change Keys treasury' })).toBeFocused()

  const upload = page.getByRole('button', { name: 'Import' })
  await press(page, upload)
  const lines = page.getByRole('dialog', { name: 'Import addresses' })
  await expect(lines.getByLabel('Lines')).toBeFocused()
  await page.keyboard.insertText(`0x000000000000000000000000000000000000c0de,Keys exchange,by keys`)
  await press(page, lines.getByRole('button', { name: 'Import' }))
  await expect(lines).toBeHidden()
  await expect(upload).toBeFocused()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('keys')
  await expect(page).toHaveURL(/q=keys/)
  for (const name of ['Keys exchange', 'Keys treasury']) {
    await press(page, page.getByRole('button', { name: `Remove ${name}` }))
    await confirmTyped(page, 'Remove this entry?', name)
  }
  await expect(page.getByText('No entry found')).toBeVisible()
  await expectFocusKept(page)
})

test('behavior: with the keyboard, a member is invited, given another role and removed; an open invitation is revoked', async ({
  stack,
  admin: { page },
  visit,
}) => {
  await page.goto('/members')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  const links: string[] = []
  for (const role of ['Operator', 'Admin']) {
    await press(page, invite)
    await pick(page, dialog.getByRole('group', { name: 'Role' }), new RegExp(`^${role}`))
    await press(page, dialog.getByRole('button', { name: 'Create invitation' }))
    const made = page.getByRole('dialog', { name: `Invitation as ${role}` })
    links.push(await made.locator('[data-secret]').innerText())
    await press(page, made.getByRole('button', { name: 'Done' }))
    await expect(made).toBeHidden()
    await expect(invite).toBeFocused()
  }

  const guest = await visit({ baseURL: stack.url })
  await guest.page.goto(links[0] ?? '')
  await expect(guest.page.getByLabel('Your name')).toBeFocused()
  await guest.page.keyboard.type('Karen Keys')
  await guest.page.keyboard.press('Enter')
  await expect(guest.page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expectFocusKept(guest.page)

  await page.reload()
  await press(page, page.getByRole('button', { name: 'Revoke Admin' }).first())
  await expect(page.getByRole('button', { name: 'Revoke Admin' })).toHaveCount(0)
  await expectFocusKept(page)
  const manage = page.getByRole('button', { name: 'Manage Karen Keys' })
  const person = page.getByRole('dialog', { name: 'Karen Keys' })
  await press(page, manage)
  await pick(page, person.getByRole('group', { name: 'Role' }), /^Read-only/)
  await press(page, person.getByRole('button', { name: 'Change role' }))
  await expect(person).toBeHidden()
  await expect(manage).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, person.getByRole('button', { name: 'Remove from the organization' }))
  await confirmTyped(page, 'Remove this member?', 'Karen Keys')
  await expect(page.getByRole('row', { name: /Karen Keys/ })).toBeHidden()
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('behavior: with the keyboard, the usage of another period is read as a table and exported', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await newWallet(stack, admin)
  await page.goto('/usage')
  await choose(page, page.getByLabel('Period'), 'Last 7 days')
  await expect(page).toHaveURL(/days=7$/)
  const card = locateCard(page, 'Wallets created')
  await press(page, card.locator('summary'), 'Space')
  await expect(card.getByRole('table').getByRole('row')).toHaveCount(8)
  const saving = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: 'List options' }))
  await press(page, page.getByRole('button', { name: 'Export CSV' }))
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
})
