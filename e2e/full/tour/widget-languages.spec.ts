import { enterCode, mintItems } from '#e2e/fixtures/inbox.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { openCreation, openHost, setAttributes, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'
import openArabic from '#widget/texts/ar.ts'
import openGerman from '#widget/texts/de.ts'

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const NARROW = { widths: [360] }

test.beforeEach(() => test.slow())

for (const texts of [openGerman(), openArabic()]) {
  const { language } = texts

  test(`behavior: creating a wallet is accessible, in ${language}`, async ({ stack, admin, picture }) => {
    const { page, authenticator } = admin
    const widget = locateWidget(page)
    const email = uniqueEmail(language)
    const keep = (name: string) => show(page, picture, `widget-${language}-${name}`, NARROW)
    await openCreation(stack, admin, { locale: `${language}-${language === 'de' ? 'AT' : 'EG'}` })
    await expect(widget.locator('[part=base]')).toHaveAttribute('lang', language)
    await widget.getByRole('button', { name: texts.person.submit }).click()
    await expect(widget.getByLabel(texts.labels.email)).toHaveAttribute('aria-invalid', 'true')
    await expect(widget.getByLabel(texts.labels.email)).toHaveAccessibleDescription(texts.person.emailInvalid)
    await keep('person')
    await widget.getByLabel(texts.labels.email).fill(email)
    await widget.getByRole('button', { name: texts.person.submit }).click()
    await expect(widget.getByRole('heading', { name: texts.code.heading })).toBeVisible()
    await expect(widget.getByLabel(texts.code.label)).toHaveAttribute('autocomplete', 'one-time-code')
    await keep('code')
    await enterCode(widget.getByLabel(texts.code.label), stack, email)
    await widget.getByRole('button', { name: texts.common.continue }).click()
    await authenticator.setVerified(false)
    await widget.getByRole('button', { name: texts.passkey.submit }).click()
    await expect(widget.getByRole('alert')).toBeVisible()
    await keep('passkey')
    await authenticator.setVerified(true)
    await widget.getByRole('button', { name: texts.passkey.submit }).click()
    await expect(widget.getByRole('heading', { name: texts.created.heading })).toBeVisible()
    await keep('created')
  })

  test(`behavior: sending is accessible, in ${language}`, async ({ stack, admin, picture }) => {
    const { page } = admin
    const { tokens } = await stack.sandbox()
    const widget = locateWidget(page)
    const keep = (name: string) => show(page, picture, `widget-${language}-${name}`, NARROW)
    const wallet = await newWallet(stack, admin, { label: 'Savings', coins: '1234567890' })
    const tokenIds = Array.from({ length: 12 }, (_, index) => String(530_100 + index))
    await mintItems(stack, wallet.address, tokenIds, '900')
    await openHost(stack, admin, { walletAddress: wallet.address })
    await setAttributes(page, { flow: 'send', locale: language })
    await widget.getByLabel(texts.labels.to, { exact: true }).fill('alice')
    await widget.getByLabel(texts.labels.amount).fill('x')
    await widget.getByRole('button', { name: texts.transfer.submit }).click()
    await expect(widget.getByLabel(texts.labels.amount)).toHaveAttribute('aria-invalid', 'true')
    await keep('transfer')
    await widget.getByLabel(texts.labels.to, { exact: true }).fill(FRIEND)
    await widget.getByLabel(texts.labels.amount).fill('1000')
    await widget.getByRole('button', { name: texts.transfer.submit }).click()
    await expect(widget.getByRole('heading', { name: texts.confirm.heading })).toBeVisible()
    await widget.locator('summary').click()
    await keep('confirm')
    await widget.getByRole('button', { name: texts.confirm.submit }).click()
    await expect(widget.getByRole('heading', { name: texts.states.CONFIRMED.heading })).toBeVisible()
    await keep('confirmed')
    await setCall(page, {
      kind: 'erc1155-batch-transfer',
      token: tokens.erc1155,
      to: FRIEND,
      tokenIds,
      amounts: tokenIds.map((_, index) => String(1 + 70 * index)),
    })
    await expect(widget.getByText(texts.parts.calls.what.batch(tokenIds.length).main)).toBeVisible()
    await keep('batch')
    await setCall(page, {
      kind: 'set-approval-for-all',
      token: tokens.erc721,
      operator: FRIEND,
      approved: true,
    })
    await expect(
      widget.getByText(texts.parts.calls.instead.warnings['operator-grant'] ?? 'missing'),
    ).toBeVisible()
    await keep('operator')
    for (const flow of ['login', 'receive', 'backup', 'recover']) {
      await setAttributes(page, { flow })
      await expect(widget.locator('form[part=step] h2')).not.toHaveText(texts.confirm.heading)
      await expect(widget.locator('.skeleton')).toHaveCount(0)
      await keep(flow)
    }
  })
}
