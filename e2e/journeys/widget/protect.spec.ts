import type { Page } from '@playwright/test'
import { approveToEnd, enrolApprover, FRIEND, signToHold } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openHost, setAttributes, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { call } from '#e2e/fixtures/spec-client.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { createWallet, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

/** Counts the passkey prompts that the page opens. */
async function countPrompts(page: Page): Promise<() => number> {
  let prompts = 0
  await page.exposeFunction('countPrompt', () => (prompts += 1))
  await page.addInitScript(() => {
    for (const name of ['create', 'get'] as const) {
      const ask = navigator.credentials[name].bind(navigator.credentials)
      Object.assign(navigator.credentials, {
        [name]: (options: CredentialCreationOptions & CredentialRequestOptions) => {
          Reflect.get(window, 'countPrompt')()
          return ask(options)
        },
      })
    }
  })
  return () => prompts
}

test('behavior: on a phone, creation, enrolment and on-chain protection take three prompts', async ({
  stack,
  administrator: { storageState },
  visit,
  picture,
}) => {
  const [mine, approver] = [await visit({ ...PHONE, storageState }), await visit(PHONE)]
  const counts = [await countPrompts(mine.page), await countPrompts(approver.page)]
  const email = uniqueEmail('rosa')
  const user = { externalUserId: email, externalUserLabel: 'Rosa' }
  await openHost(stack, mine, { operations: ['create'], user })
  await setAttributes(mine.page, { flow: 'create' })
  const address = await createWallet(mine.page, stack, email)
  await enrolApprover(approver.page, stack, email)

  await openHost(stack, mine, { walletAddress: address, user })
  await setAttributes(mine.page, { flow: 'send' })
  const widget = locateWidget(mine.page)
  await expect(widget.getByRole('heading', { name: 'Protect this wallet first' })).toBeVisible()
  await picture(mine.page, 'protect-offer')
  expect(await inspect(mine.page)).toEqual([])
  await widget.getByRole('button', { name: 'Check and sign' }).click()
  await expect(widget.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expect(widget).toContainText('This co-signer must sign everything')
  await picture(mine.page, 'protect-confirm')
  expect(await inspect(mine.page)).toEqual([])
  await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Done' })).toBeVisible({ timeout: 60_000 })
  await picture(mine.page, 'protect-done')

  expect(counts.map((count) => count())).toEqual([2, 1])
  const { content } = await call(stack, 'GET', `/wallets/${address}`)
  expect(content).toMatchObject({ protection: 'chain', coSignerUntil: null })
  expect(Reflect.get(content, 'coSigner')).toBe(Reflect.get(content, 'approvalWallet'))
})

test('behavior: a page’s first call comes after the protection of the wallet and waits for its co-signature', async ({
  stack,
  administrator: { storageState },
  visit,
  picture,
}) => {
  const [mine, approver] = [await visit({ ...PHONE, storageState }), await visit(PHONE)]
  const email = uniqueEmail('sven')
  const user = { externalUserId: email, externalUserLabel: 'Sven' }
  await openHost(stack, mine, { operations: ['create'], user })
  await setAttributes(mine.page, { flow: 'create' })
  const address = await createWallet(mine.page, stack, email)
  await drip(stack, address, '25000000')
  await enrolApprover(approver.page, stack, email)

  await openHost(stack, mine, { walletAddress: address, user })
  const { tokens } = await stack.sandbox()
  const before = await readBalance(stack, FRIEND)
  await setCall(mine.page, { kind: 'erc20-transfer', token: tokens.erc20, to: FRIEND, amount: '1718000' })
  const widget = locateWidget(mine.page)
  await expect(widget.getByRole('heading', { name: 'Protect this wallet first' })).toBeVisible()
  await picture(mine.page, 'protect-first')
  expect(await inspect(mine.page)).toEqual([])
  await widget.getByRole('button', { name: 'Check and sign' }).click()
  await expect(widget).toContainText('This co-signer must sign everything')
  await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Done' })).toBeVisible({ timeout: 60_000 })
  expect(await heardBy(mine.page)).toEqual([])
  await widget.getByRole('button', { name: 'Continue' }).click()
  await expect(widget).toContainText('1.718 DEMO')
  const number = await signToHold(mine.page)
  await approver.page.getByRole('link', { name: /Send 1\.718 DEMO/ }).click()
  await approveToEnd(approver.page, number)
  await expect(widget.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  expect((await readBalance(stack, FRIEND)) - before).toBe(1_718_000n)
  const names = (await heardBy(mine.page)).map(([name]) => name)
  expect(names).toEqual(['before-sign', 'executed', 'confirmed'])
})
