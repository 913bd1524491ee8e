import { randomBytes } from 'node:crypto'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openHost, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests, tamperWith } from '#e2e/fixtures/proxy.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'

/** A recipient that no other test uses. */
const stranger = () => `0x${randomBytes(20).toString('hex')}`

test('error: if a proxy changes anything in a prepared call of any kind, the widget stops and signs nothing', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  const { tokens } = await stack.sandbox()
  const { erc20, erc721, erc1155 } = tokens
  const [to, thief] = [stranger(), stranger()]
  const executions = countRequests(page, 'POST', '/widget/transactions/execute')
  await openHost(stack, admin, { walletAddress: wallet.address })
  const cases: [path: string, call: WidgetCall, param: number][] = [
    ['erc20/approve', { kind: 'erc20-approve', token: erc20, spender: to, amount: '5' }, 0],
    ['erc721/approve', { kind: 'erc721-approve', token: erc721, spender: to, tokenId: '7' }, 0],
    ['erc721/safe-transfer', { kind: 'erc721-transfer', token: erc721, to, tokenId: '7' }, 1],
    [
      'erc721/set-approval-for-all',
      { kind: 'set-approval-for-all', token: erc721, operator: to, approved: false },
      0,
    ],
    ['erc1155/safe-transfer', { kind: 'erc1155-transfer', token: erc1155, to, tokenId: '7', amount: '1' }, 1],
    [
      'erc1155/batch-transfer',
      { kind: 'erc1155-batch-transfer', token: erc1155, to, tokenIds: ['7', '8'], amounts: ['1', '2'] },
      1,
    ],
  ]
  for (const [path, call, param] of cases) {
    await test.step(path, async () => {
      const stop = await tamperWith(page, `POST /tokens/${path}`, [[`txObject.params.${param}`, thief]])
      await setCall(page, call)
      await expect(locateWidget(page).getByRole('alert')).toContainText('something else than you asked for')
      await expect(locateWidget(page).getByRole('button', { name: 'Confirm with passkey' })).toBeHidden()
      stop()
    })
  }
  expect(executions()).toBe(0)
  const heard = await heardBy(page)
  expect(heard.map(([name, { code }]) => [name, code])).toEqual(cases.map(() => ['error', 'CALL_MISMATCH']))
})
