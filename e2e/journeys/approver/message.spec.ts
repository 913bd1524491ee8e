import type { Page } from '@playwright/test'
import { createPublicClient, http } from 'viem'
import * as z from 'zod/mini'
import { approvalLink, approve, enrolApprover, FRIEND, readNumber } from '#e2e/fixtures/approver-steps.ts'
import { asAddress } from '#e2e/fixtures/chain.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openHost, setMessage } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const signedSchema = z.object({ signature: z.templateLiteral(['0x', z.string()]) })

test('behavior: a held wallet’s permit is approved in the app before the page gets its signature, and a declined one never is', async ({
  stack,
  admin,
  visit,
  picture,
}) => {
  const { page } = admin
  const email = uniqueEmail('paula')
  const owner = { email, externalUserId: email, externalUserLabel: 'Paula', label: 'Savings' }
  const wallet = await newWallet(stack, admin, { ...owner, coins: '25000000' })
  const { page: app } = await visit({ viewport: { width: 390, height: 844 } })
  await enrolApprover(app, stack, email)
  const { rpcUrl, chainId, tokens } = await stack.sandbox()
  const address = asAddress(wallet.address)
  const permit = (value: string) =>
    buildPermit({ chainId, token: asAddress(tokens.erc20), owner: address, value })
  await openHost(stack, admin, { walletAddress: address, operations: ['sign'] })

  await setMessage(page, { kind: 'typed-data', typedData: permit('1500000') })
  const number = await sign(page)
  expect(await inspect(page)).toEqual([])
  await picture(page, 'message-held-widget')
  expect((await heardBy(page)).map(([name]) => name)).not.toContain('signed')
  await expect(app.getByRole('link', { name: new RegExp(`Signature for ${stack.url}`) })).toBeVisible()
  await picture(app, 'message-held-inbox')
  await app.goto(await approvalLink(stack, email, 'message'))
  await expect(app.getByText('This signature alone lets others take what is named here.')).toBeVisible()
  await expect(app.getByRole('heading', { name: 'Approve spending 1.5 DEMO' })).toBeVisible()
  await picture(app, 'message-held-app')
  await approve(app, number)
  await expect(app.getByRole('status').filter({ hasText: 'Approved' })).toBeVisible()
  await expect(locateWidget(page).getByRole('heading', { name: 'Signed', exact: true })).toBeVisible()
  const [, detail] = (await heardBy(page)).at(-1) ?? []
  const { signature } = signedSchema.parse(detail)
  const client = createPublicClient({ transport: http(rpcUrl) })
  expect(await client.verifyTypedData({ address, ...permit('1500000'), signature })).toBe(true)

  await setMessage(page, { kind: 'typed-data', typedData: permit('2500000') })
  await sign(page)
  await app.getByRole('link', { name: 'Waiting', exact: true }).click()
  await app.getByRole('link', { name: /Signature for/ }).click()
  await app.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
  await expect(locateWidget(page).getByText('It was declined in the approval app.')).toBeVisible()
  expect((await heardBy(page)).filter(([name]) => name === 'signed')).toHaveLength(1)
  await app.getByRole('link', { name: 'History', exact: true }).click()
  await expect(app.getByRole('link', { name: /Signature for/ })).toHaveCount(2)
  await picture(app, 'message-held-history')
})

/**
 * Signs the displayed message, after ticking the box that confirms its danger. Returns the number to pick in the
 * approval app.
 */
async function sign(page: Page): Promise<string> {
  const widget = locateWidget(page)
  await expect(widget.getByRole('heading', { name: 'Sign a permission' })).toBeVisible()
  await widget.getByRole('checkbox').check()
  await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
  return readNumber(page)
}

type Permit = { chainId: number; token: `0x${string}`; owner: `0x${string}`; value: string }

/** An EIP-2612 permit. */
function buildPermit({ chainId, token, owner, value }: Permit) {
  return {
    domain: { name: 'Demo Coin', version: '1', chainId, verifyingContract: token },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner, spender: FRIEND, value, nonce: '0', deadline: '4102444800' },
  } as const
}
