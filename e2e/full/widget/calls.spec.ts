import type { Page } from '@playwright/test'
import { stranger, tokenState } from '#e2e/fixtures/chain.ts'
import { mint, mintItems } from '#e2e/fixtures/inbox.ts'
import { newItem } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openFunded, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { tamperWith } from '#e2e/fixtures/proxy.ts'
import { untilIndexed } from '#e2e/fixtures/service.ts'
import { newCustomer } from '#e2e/fixtures/shop.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'

const UNLIMITED = 2n ** 256n - 1n

/** Sets the call and waits for its confirm screen. */
async function review(page: Page, call: WidgetCall, shown: string | RegExp): Promise<void> {
  await setCall(page, call)
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expect(locateWidget(page).locator('.amount')).toContainText(shown)
}

/** More expectations of the confirm screen: whether it is marked as dangerous, and its text. */
type Screen = { isDanger?: boolean; says?: string }
/** A call, its display, and its result on chain after confirmation. */
type Step = [call: WidgetCall, shown: string | RegExp, chain: () => Promise<unknown>, is: unknown, Screen?]

async function confirmEach(page: Page, steps: Step[]): Promise<void> {
  for (const [call, shown, chain, is, { isDanger, says = '' } = {}] of steps)
    await test.step(String(shown), async () => {
      await review(page, call, shown)
      const amount = expect(locateWidget(page).locator('.amount'))
      if (isDanger !== undefined) await (isDanger ? amount : amount.not).toHaveClass(/danger/)
      await expect(locateWidget(page)).toContainText(says)
      if (isDanger === true) expect(await inspect(page)).toEqual([])
      await confirmTransfer(page)
      expect(await chain()).toBe(is)
    })
}

test('behavior: coins are sent and allowances are set, made unlimited and revoked, each exactly as displayed', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { wallet, tokens, coins, allowance } = await openFunded(stack, admin)
  const token = tokens.erc20
  const [to, spender] = [stranger(), stranger()]
  const approve = (amount: bigint): WidgetCall => ({
    kind: 'erc20-approve',
    token,
    spender,
    amount: String(amount),
  })
  const allowed = () => allowance(wallet.address, spender)
  const all = 'may transfer all your tokens of this kind'
  await confirmEach(page, [
    [{ kind: 'erc20-transfer', token, to, amount: '1234567' }, '1.234567 DEMO', () => coins(to), 1_234_567n],
    [approve(12_500_000n), 'You allow spending12.5 DEMO', allowed, 12_500_000n, { isDanger: false }],
    [approve(UNLIMITED), 'Unlimited DEMO', allowed, UNLIMITED, { isDanger: true, says: all }],
    [approve(0n), 'You no longer allow spending', allowed, 0n],
  ])
  const heard = await heardBy(page)
  expect(heard.map(([name]) => name)).toEqual(Array(4).fill(['before-sign', 'executed', 'confirmed']).flat())
  expect(heard[0]?.[1]).toMatchObject({ call: { walletAddress: wallet.address, value: '0' } })
})

test('behavior: an NFT is approved, cleared and sent, and access to a collection granted and revoked', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { wallet, tokens, approvedFor, operates, ownerOf } = await openFunded(stack, admin, '1')
  const token = tokens.erc721
  const tokenId = newItem()
  await mint(stack, { token, to: wallet.address, tokenId })
  // Until the NFT is indexed, the widget cannot tell an approval of an NFT from an approval of coins.
  await untilIndexed(stack, wallet.address, { collectibles: 1, allowances: 0, operators: 0 })
  const [to, spender, operator] = [stranger(), stranger(), stranger()]
  const approve = (whom: string): WidgetCall => ({ kind: 'erc721-approve', token, spender: whom, tokenId })
  const grant = (approved: boolean): WidgetCall => ({
    kind: 'set-approval-for-all',
    token,
    operator,
    approved,
  })
  const approved = () => approvedFor(tokenId)
  const granted = () => operates('erc721', wallet.address, operator)
  const withdraw = 'You no longer allow the transfer of'
  const every = 'may transfer all your tokens of this collection'
  await confirmEach(page, [
    [approve(spender), `You allow the transfer ofNFT #${tokenId}`, approved, spender],
    [approve(ZERO_ADDRESS), withdraw, approved, ZERO_ADDRESS, { says: 'No one' }],
    [grant(true), /All your .*, now and later/, granted, true, { isDanger: true, says: every }],
    [grant(false), withdraw, granted, false, { isDanger: false }],
    [{ kind: 'erc721-transfer', token, to, tokenId }, `You sendNFT #${tokenId}`, () => ownerOf(tokenId), to],
  ])
})

test('behavior: ERC-1155 tokens of one id and of fifty at once are sent, and every row of a batch is readable', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { wallet, tokens, units, operates } = await openFunded(stack, admin, '1')
  const token = tokens.erc1155
  const first = Number(newItem())
  const tokenIds = Array.from({ length: 50 }, (_, index) => String(first + index))
  const amounts = tokenIds.map((_, index) => String(index + 1))
  await mintItems(stack, wallet.address, tokenIds, '59')
  const [to, operator] = [stranger(), stranger()]
  const [tokenId = ''] = tokenIds
  const sent = () => units(to, tokenId)
  await confirmEach(page, [
    [{ kind: 'erc1155-transfer', token, to, tokenId, amount: '3' }, `3 × #${tokenId}`, sent, 3n],
  ])

  await review(page, { kind: 'erc1155-batch-transfer', token, to, tokenIds, amounts }, '50 token IDs')
  const table = locateWidget(page).getByRole('region', { name: 'All token IDs' })
  const rows = table.locator('tbody tr')
  await expect(rows).toHaveCount(50)
  await expect(rows.last()).toHaveText(`50${tokenIds.at(-1)}50`)
  await table.focus()
  await page.keyboard.press('End')
  await expect(rows.last()).toBeInViewport()
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  expect(await units(to, tokenIds.at(-1) ?? '')).toBe(50n)
  expect(await sent()).toBe(4n)

  const granted = () => operates('erc1155', wallet.address, operator)
  const grant: WidgetCall = { kind: 'set-approval-for-all', token, operator, approved: true }
  await confirmEach(page, [[grant, 'You allow the transfer of', granted, true]])
})

test('error: a page’s invalid call, or one outside its token, is rejected with the name of the wrong field', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { tokens } = await openFunded(stack, admin)
  const coin = { token: tokens.erc20, spender: stranger() }
  for (const [call, detail] of [
    [
      { kind: 'erc20-approve', ...coin, amount: '1.5' },
      'call: amount must be a text of decimal digits without leading zeros, below 2^256, not "1.5"',
    ],
    [
      { kind: 'erc20-approve', ...coin, amount: '1', to: stranger() },
      'call: to is not a member of erc20-approve',
    ],
    [{ kind: 'erc721-approve', ...coin, tokenId: '1000000' }, 'call: for this token it is erc20-approve'],
  ] as const) {
    await setCall(page, call)
    await expect(locateWidget(page).getByRole('alert')).toContainText('wallet is misconfigured on this site')
    await expect.poll(async () => (await heardBy(page)).at(-1)?.[1]).toMatchObject({ detail })
  }
})

test('behavior: on an integrator’s page of another origin an NFT is sent, and a permission requires a token for it', async ({
  stack,
  visit,
}) => {
  const { page } = await visit()
  const { address } = await newCustomer(page, stack, 'Cara Customer')
  const { tokens, ownerOf } = await tokenState(stack)
  const [token, tokenId, to] = [tokens.erc721, newItem(), stranger()]
  await mint(stack, { token, to: address, tokenId })
  await page.getByRole('button', { name: 'Send coins' }).click()
  const item: WidgetCall = { kind: 'erc721-transfer', token, to, tokenId }
  await confirmEach(page, [[item, `NFT #${tokenId}`, () => ownerOf(tokenId), to]])
  // Removes the operation `approve`, which the shop's widget token permits.
  await tamperWith(page, 'GET /config', [['operations', ['create', 'transfer', 'execute']]])
  await setCall(page, { kind: 'set-approval-for-all', token, operator: to, approved: true })
  await expect(locateWidget(page).getByRole('alert')).toContainText('may not do that with your wallet')
})
