import { mint, mintItems } from '#e2e/fixtures/inbox.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { openHost, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const STRANGER = '0x00000000000000000000000000000000feed0044'

test.beforeEach(() => test.slow())

test('behavior: every further call of the widget is accessible, in both themes and at both widths', async ({
  stack,
  admin,
  picture,
}) => {
  const { page } = admin
  const { tokens } = await stack.sandbox()
  const wallet = await newWallet(stack, admin, { label: 'Savings', coins: '1234567890' })
  await mint(stack, { token: tokens.erc721, to: wallet.address, tokenId: '440044' })
  const tokenIds = Array.from({ length: 12 }, (_, index) => String(440_100 + index))
  await mintItems(stack, wallet.address, tokenIds, '900')
  await openHost(stack, admin, { walletAddress: wallet.address })
  const coin = { token: tokens.erc20, spender: FRIEND }
  const calls: [name: string, call: WidgetCall | Record<string, unknown>][] = [
    ['allowance', { kind: 'erc20-approve', ...coin, amount: '12500000' }],
    ['allowance-unlimited', { kind: 'erc20-approve', ...coin, amount: String(2n ** 256n - 1n) }],
    ['allowance-withdrawn', { kind: 'erc20-approve', ...coin, amount: '0' }],
    ['item', { kind: 'erc721-transfer', token: tokens.erc721, to: FRIEND, tokenId: '440044' }],
    ['operator', { kind: 'set-approval-for-all', token: tokens.erc721, operator: FRIEND, approved: true }],
    [
      'operator-revoked',
      { kind: 'set-approval-for-all', token: tokens.erc721, operator: FRIEND, approved: false },
    ],
    ['unlisted', { kind: 'set-approval-for-all', token: STRANGER, operator: FRIEND, approved: false }],
    [
      'batch',
      {
        kind: 'erc1155-batch-transfer',
        token: tokens.erc1155,
        to: FRIEND,
        tokenIds,
        amounts: tokenIds.map((_, index) => String(1 + 70 * index)),
      },
    ],
  ]
  for (const [name, call] of calls) {
    await setCall(page, call)
    await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await show(page, picture, `call-${name}`)
  }
  await confirmTransfer(page)
  await show(page, picture, 'call-batch-confirmed')
  await setCall(page, { kind: 'erc20-approve', ...coin, amount: 'a lot' })
  await expect(locateWidget(page).getByRole('alert')).toBeVisible()
  await show(page, picture, 'call-refused')
})
