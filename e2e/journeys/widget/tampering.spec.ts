import { readBalance } from '#e2e/fixtures/chain.ts'
import { newWallet, type NewWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import { countRequests, tamperWith, type Changes } from '#e2e/fixtures/proxy.ts'
import { confirmTransfer, fillTransfer, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x00000000000000000000000000000000000f0001'
const THIEF = '0x00000000000000000000000000000000000bad01'
const PREPARE = 'POST /tokens/erc20/transfer'
const word = (hex: string) => hex.replace('0x', '').padStart(64, '0')
const transfer = (to: string, units: bigint) => `0xa9059cbb${word(to)}${word(units.toString(16))}`

/** Number of signatures by the wallet's passkey. */
async function signatures({ authenticator }: Visit, wallet: NewWallet): Promise<number> {
  const id = Buffer.from(wallet.credentialId, 'base64url').toString('base64')
  const all = await authenticator.credentials()
  return all.find(({ credentialId }) => credentialId === id)?.signCount ?? -1
}

const DISAGREEMENTS: [name: string, changes: Changes][] = [
  ['another contract', [['toAddress', THIEF]]],
  ['another function', [['txObject.functionSignature', 'approve(address,uint256)']]],
  ['another recipient', [['txObject.params.0', THIEF]]],
  ['another amount', [['txObject.params.1', '20000000']]],
  ['one more param', [['txObject.params.2', '1']]],
  ['no params', [['txObject.params', []]]],
  ['calldata to a thief', [['txObject.data', transfer(THIEF, 2_000_000n)]]],
  ['calldata of another amount', [['txObject.data', transfer(FRIEND, 20_000_000n)]]],
  ['calldata with a tail', [['txObject.data', `${transfer(FRIEND, 2_000_000n)}00`]]],
  [
    'params and calldata to a thief',
    [
      ['txObject.params.0', THIEF],
      ['txObject.data', transfer(THIEF, 2_000_000n)],
    ],
  ],
]

test('error: if a proxy changes any part of a prepared transfer, the widget refuses and signs nothing', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { coins: '50000000' })
  await page.goto(`/wallets/${wallet.address}/send?form=widget`)
  const executions = countRequests(page, 'POST', '/widget/transactions/execute')
  for (const [name, changes] of DISAGREEMENTS) {
    await test.step(name, async () => {
      const stop = await tamperWith(page, PREPARE, changes)
      await fillTransfer(page, FRIEND, '2')
      const refusal = locateWidget(page).getByRole('alert')
      await expect(refusal).toContainText('prepared something else than you asked for, so we stopped')
      await expect(refusal).toContainText('Nothing was signed')
      await expect(locateWidget(page).getByRole('button', { name: 'Confirm with passkey' })).toBeHidden()
      stop()
      await locateWidget(page).getByRole('button', { name: 'Start again' }).click()
    })
  }
  await test.step('a response without a call', async () => {
    const stop = await tamperWith(page, PREPARE, [['txObject', undefined]])
    await fillTransfer(page, FRIEND, '2')
    await expect(locateWidget(page).getByRole('alert')).toContainText(
      'The wallet service sent an unexpected response',
    )
    stop()
  })
  expect(await signatures(admin, wallet)).toBe(0)
  expect(executions()).toBe(0)

  await test.step('the server’s display texts are not displayed', async () => {
    await tamperWith(page, PREPARE, [
      ['txObject.display', { title: 'Claim your free gift', amount: '0 DEMO' }],
    ])
    await reviewTransfer(page, FRIEND, '2')
    await expect(locateWidget(page)).not.toContainText('gift')
    await expect(locateWidget(page)).toContainText('2 DEMO')
    await confirmTransfer(page)
  })
  expect(await signatures(admin, wallet)).toBe(1)
  expect(await readBalance(stack, THIEF)).toBe(0n)
  expect(await readBalance(stack, wallet.address)).toBe(48_000_000n)
})
