import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import { stranger } from '#e2e/fixtures/chain.ts'
import { heardBy, openFunded, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect, show } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { shortAddress } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'

const heading = (page: Page, name: string) => locateWidget(page).getByRole('heading', { name })
const UNLIMITED = String(2n ** 256n - 1n)

async function review(page: Page, call: WidgetCall): Promise<void> {
  await setCall(page, call)
  await expect(heading(page, 'Check and confirm')).toBeVisible()
}

/** Opens a call that cannot be decoded. Its calldata and a checkbox come before the confirm screen. */
async function reviewUnread(page: Page, call: WidgetCall): Promise<void> {
  await setCall(page, call)
  await expect(heading(page, 'This page asks for something that cannot be read')).toBeVisible()
  await locateWidget(page).getByRole('checkbox').check()
  await locateWidget(page).getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Check and confirm')).toBeVisible()
}

test('behavior: several calls are described one by one, and made with one signature', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { wallet, tokens, coins, allowance } = await openFunded(stack, admin)
  const token = tokens.erc20
  const [to, spender] = [stranger(), stranger()]
  await review(page, {
    kind: 'batch',
    calls: [
      { kind: 'erc20-transfer', token, to, amount: '1234567' },
      { kind: 'erc20-approve', token, spender, amount: '7000000' },
    ],
  })
  const calls = locateWidget(page).locator('.calls > li')
  await expect(calls).toHaveCount(2)
  await expect(calls.nth(0)).toContainText('You send1.234567 DEMO')
  await expect(calls.nth(0)).toContainText(to)
  await expect(calls.nth(1)).toContainText('You allow spending7 DEMO')
  await expect(calls.nth(1)).toContainText(spender)
  await expect(locateWidget(page)).toContainText('Balance: 50 DEMO. After this: 48.765433 DEMO.')
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  expect(await coins(to)).toBe(1_234_567n)
  expect(await allowance(wallet.address, spender)).toBe(7_000_000n)
  expect((await heardBy(page)).map(([name]) => name)).toEqual(['before-sign', 'executed', 'confirmed'])
})

test('behavior: an unlimited allowance causes a warning, also as raw data and inside several calls', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const token = (await openFunded(stack, admin)).tokens.erc20
  const data = encodeCall('approve(address,uint256)', [stranger(), UNLIMITED])
  await review(page, { kind: 'raw', to: token, data })
  await expect(locateWidget(page).locator('.amount').first()).toHaveClass(/danger/)
  await expect(locateWidget(page)).toContainText('Unlimited DEMO')
  const coins = { kind: 'erc20-transfer', token, to: stranger(), amount: '1' } as const
  await review(page, { kind: 'batch', calls: [coins, { kind: 'raw', to: token, data }] })
  await expect(locateWidget(page).locator('.calls > li').nth(1)).toContainText(
    'may transfer all your tokens of this kind',
  )
})

test('behavior: an undecoded call is confirmed only after its calldata was shown and the box checked', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await openFunded(stack, admin)
  const to = stranger()
  await setCall(page, { kind: 'raw', to, data: '0x1234567800ff' })
  await expect(heading(page, 'This page asks for something that cannot be read')).toBeVisible()
  await expect(locateWidget(page)).toContainText('0x1234567800ff')
  await expect(locateWidget(page)).toContainText('6 bytes')
  await expect(locateWidget(page).getByRole('button', { name: 'Confirm with passkey' })).toBeHidden()
  expect(await inspect(page)).toEqual([])
  await locateWidget(page).getByRole('button', { name: 'Continue' }).click()
  await expect(locateWidget(page)).toContainText('Tick this box to continue.')
  expect(await inspect(page)).toEqual([])
  await page.keyboard.press('Space')
  await expect(locateWidget(page).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check and confirm')).toBeVisible()
  await expect(locateWidget(page)).toContainText('Its effect is unknown')
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  expect((await heardBy(page)).map(([name]) => name)).toEqual(['before-sign', 'executed', 'confirmed'])
})

test('behavior: a page describes its own contract and no other', async ({ stack, admin }) => {
  const { page } = admin
  const token = (await openFunded(stack, admin)).tokens.erc20
  const { chainId } = await stack.sandbox()
  const [game, player] = [stranger(), stranger()]
  const descriptor = {
    context: { contract: { deployments: [{ chainId, address: game }] } },
    metadata: { owner: 'The game' },
    display: {
      formats: {
        'play(address player, uint256 stake)': {
          intent: 'Play a round',
          fields: [
            { path: 'player', label: 'Player', format: 'addressName' },
            { path: 'stake', label: 'Stake', format: 'tokenAmount', params: { token } },
          ],
        },
      },
    },
  }
  await page.evaluate(
    (descriptors) => {
      Object.assign(Reflect.get(window, 'wallet'), { descriptors })
    },
    [descriptor],
  )
  const data = encodeCall('play(address,uint256)', [player, '2500000'])
  await reviewUnread(page, { kind: 'raw', to: game, data })
  // The page's description has its own section and replaces nothing.
  await expect(locateWidget(page).locator('.amount').first()).toHaveClass(/danger/)
  await expect(locateWidget(page)).toContainText('This call cannot be decoded: its effect is unknown.')
  const formatted = locateWidget(page).locator('.formatted')
  await expect(formatted).toContainText('This page saysPlay a round')
  await expect(formatted).toContainText('were not checked')
  await expect(formatted).toContainText('2.5 DEMO (2,500,000 base units)')
  await expect(formatted).toContainText(player)
  await expect(locateWidget(page)).toContainText(`This wallet has not used ${player} before.`)
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  await setCall(page, { kind: 'raw', to: stranger(), data })
  await expect(heading(page, 'This page asks for something that cannot be read')).toBeVisible()
})

test('behavior: a page starts from the published descriptor for ERC-1155 and adds a function with a list of tuples', async ({
  stack,
  admin,
  picture,
}) => {
  const { page } = admin
  const token = (await openFunded(stack, admin)).tokens.erc20
  const { chainId } = await stack.sandbox()
  const [game, receiver] = [stranger(), stranger()]
  await page.evaluate(
    async ({ deployment, coin, url }) => {
      const { display, ...erc1155 } = await (await fetch(url)).json()
      const craft = {
        intent: 'Craft an item',
        fields: [
          { path: 'parts.[].id', label: 'Part', format: 'nftName', params: { collectionPath: '@.to' } },
          { path: 'parts.[].price', label: 'Price', format: 'tokenAmount', params: { token: coin } },
          { path: 'until', label: 'Until', format: 'date' },
        ],
      }
      const signature = 'craft((uint256 id,uint256 price)[] parts,address receiver,uint256 until)'
      const formats = { ...display.formats, [signature]: craft }
      const context = { contract: { deployments: [deployment] } }
      const descriptor = { ...erc1155, context, metadata: { owner: 'The game' }, display: { formats } }
      Object.assign(Reflect.get(window, 'wallet'), { descriptors: [descriptor] })
    },
    {
      deployment: { chainId, address: game },
      coin: token,
      url: `${stack.url}/widget/v1/descriptors/erc1155.json`,
    },
  )
  const abi = parseAbi(['function craft((uint256 id,uint256 price)[] parts,address receiver,uint256 until)'])
  const parts = [
    { id: 7n, price: 1_500_000n },
    { id: 8n, price: 250_000n },
  ]
  const data = encodeFunctionData({ abi, args: [parts, receiver, 1_900_000_000n] })
  await reviewUnread(page, { kind: 'raw', to: game, data })
  const widget = locateWidget(page)
  await expect(widget).toContainText('This page saysCraft an item')
  await expect(widget).toContainText(/Part 17.*Price 11\.5 DEMO.*Part 28.*Price 20\.25 DEMO/s)
  await expect(widget).toContainText('2030-03-17 17:46:40 UTC (1900000000)')
  // The descriptor gives the receiver no label, so its field comes last, under its name in the function.
  await expect(widget).toContainText(`receiver${receiver}`)
  await show(page, picture, 'call-told-tuples')
  await confirmTransfer(page)
})

test('behavior: a new recipient is pointed out once, and one that imitates a known address causes a warning', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { wallet, tokens } = await openFunded(stack, admin)
  const token = tokens.erc20
  const to = stranger()
  const send = (recipient: string) =>
    review(page, { kind: 'erc20-transfer', token, to: recipient, amount: '1000000' })
  const first = `This wallet has not used ${shortAddress(to)} before.`
  await send(to)
  await expect(locateWidget(page)).toContainText(first)
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  await send(to)
  await expect(locateWidget(page)).toContainText('After this:')
  await expect(locateWidget(page)).not.toContainText(first)
  const alike = (address: string) =>
    `${address.slice(0, 6)}${randomBytes(16).toString('hex')}${address.slice(-4)}`.toLowerCase()
  await send(alike(to))
  await expect(locateWidget(page)).toContainText(`begins and ends like ${to}, which this wallet has used`)
  expect(await inspect(page)).toEqual([])
  await send(alike(wallet.address))
  await expect(locateWidget(page)).toContainText('begins and ends like this wallet’s own address')
})
