import { approvalLink } from '#e2e/fixtures/approver-steps.ts'
import { hold, readNumber } from '#e2e/fixtures/held-calls.ts'
import { drip, mailsTo } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { createWallet } from '#e2e/fixtures/spec-client.ts'
import { untranslatedOn } from '#e2e/fixtures/untranslated.ts'

const PHONE = { width: 360, height: 740 }

test('behavior: in German, a customer enrols and approves, by app and mail, without any English text', async ({
  stack,
  visit,
  picture,
}) => {
  const email = uniqueEmail('greta')
  const owner = { label: 'Erspartes', externalUserId: email, externalUserLabel: 'Greta' }
  const wallet = await createWallet(stack, email, owner)
  await drip(stack, wallet.address, '25000000')
  const { page: app } = await visit({ locale: 'de-DE', viewport: PHONE })
  const isGerman = async (name: string) => {
    await picture(app, `approver-de-${name}`)
    expect(await untranslatedOn(app, 'de', 'src/web/approve'), name).toEqual([])
    expect(await app.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(
      PHONE.width,
    )
  }
  await app.goto(await approvalLink(stack, email, 'invite'))
  await expect(app.locator('html')).toHaveAttribute('lang', 'de')
  await isGerman('enrol')
  await app.getByRole('button', { name: 'Freigabe-Passkey erstellen' }).click()
  await expect(app.getByRole('heading', { name: 'Wartet auf Sie' })).toBeVisible()

  const uuid = await hold(stack, { wallet, app, email, name: 'Greta' })
  await expect(app.getByRole('link', { name: /Senden 1,5 DEMO/ })).toBeVisible()
  await isGerman('inbox')
  await app.goto(await approvalLink(stack, email, 'transaction'))
  const mails = await mailsTo(stack, email)
  expect(mails.map(({ subject }) => subject)).toContain('Eine Transaktion bei Demo freigeben oder ablehnen')
  await app
    .getByRole('radio', { name: await readNumber(stack, uuid) })
    .locator('..')
    .click()
  await isGerman('transaction')
  await app.getByRole('button', { name: 'Freigeben', exact: true }).click()
  await expect(app.getByRole('status').filter({ hasText: 'Bestätigt' })).toBeVisible()

  await app.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(app.getByRole('heading', { name: 'Freigabe-Passkeys' })).toBeVisible()
  await isGerman('settings')
  await app.getByRole('combobox', { name: 'Sprache' }).selectOption('es')
  await expect(app.getByRole('heading', { name: 'Configuración' })).toBeVisible()
  await app.reload()
  await expect(app.getByRole('heading', { name: 'Configuración' })).toBeVisible()
  expect(await untranslatedOn(app, 'es', 'src/web/approve')).toEqual([])
})
