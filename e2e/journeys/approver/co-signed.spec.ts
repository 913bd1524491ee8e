import { createPublicClient, encodeFunctionData, http, parseAbi, type Hex } from 'viem'
import * as z from 'zod/mini'
import { approveToEnd, FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { asAddress, readBalance } from '#e2e/fixtures/chain.ts'
import { enrolledCustomer, readNumber, type Customer } from '#e2e/fixtures/held-calls.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { call, executeAndWait, inTenMinutes, prepare, sign } from '#e2e/fixtures/spec-client.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

const WALLET_ABI = parseAbi([
  'function execute(address toAddress, uint256 value, bytes data, uint256 expiration, uint256 fee, address feeCoinAddress, address feeWithdrawAddress, bytes signature)',
  'function setCoSigner(address coSigner)',
])
const detailsSchema = z.object({ approvalWallet: z.nullable(z.string()), protection: z.string() })
const heldSchema = z.object({ transactionUuid: z.string(), status: z.literal('PENDING_USER_APPROVAL') })

type SignedRequest = Awaited<ReturnType<typeof sign>>

/** Sends a signed request to the chain, as a thief could. Resolves if the chain would execute it. */
async function tryStolen(stack: Stack, data: Hex, request: SignedRequest): Promise<void> {
  const { rpcUrl } = await stack.sandbox()
  const args = [
    asAddress(request.toAddress),
    0n,
    data,
    BigInt(request.expiration),
    0n,
    asAddress(request.feeCoinAddress),
    asAddress(request.feeWithdrawAddress),
    request.signature,
  ] as const
  await createPublicClient({ transport: http(rpcUrl) }).call({
    to: asAddress(request.walletAddress),
    data: encodeFunctionData({ abi: WALLET_ABI, functionName: 'execute', args }),
  })
}

const detailsOf = async (stack: Stack, { wallet }: Customer) =>
  detailsSchema.parse((await call(stack, 'GET', `/wallets/${wallet.address}`)).content)

/** Sets the customer's approval wallet as the co-signer. This call is never held. */
async function protect(stack: Stack, customer: Customer): Promise<void> {
  const { wallet } = customer
  const { approvalWallet } = await detailsOf(stack, customer)
  const coSigner = asAddress(approvalWallet ?? '')
  const named = {
    success: true as const,
    toAddress: wallet.address,
    txObject: {
      functionSignature: 'setCoSigner(address)',
      params: [coSigner],
      data: encodeFunctionData({ abi: WALLET_ABI, functionName: 'setCoSigner', args: [coSigner] }),
    },
  }
  await executeAndWait(stack, wallet, await sign(stack, wallet, named))
  await expect.poll(async () => (await detailsOf(stack, customer)).protection).toBe('chain')
}

/** Signs a transfer of 1.5 coins. `later` distinguishes it from another transfer of the same second. */
async function signTransfer(stack: Stack, { wallet }: Customer, later = 0n) {
  const { tokens } = await stack.sandbox()
  const transfer = { tokenAddress: tokens.erc20, to: FRIEND, amount: '1500000' }
  const prepared = await prepare(stack, wallet, 'erc20/transfer', transfer)
  const request = await sign(stack, wallet, prepared, { expiration: inTenMinutes() + later })
  return { request, data: prepared.txObject.data }
}

async function hold(stack: Stack, request: SignedRequest): Promise<string> {
  const { content } = await call(stack, 'POST', '/transactions/execute', request)
  return heldSchema.parse(content).transactionUuid
}

test('behavior: for a protected wallet, stolen signed calls move nothing; the approval is the second signature', async ({
  stack,
  visit,
  picture,
}) => {
  const customer = await enrolledCustomer(stack, () => visit(), 'Selma')
  const { app } = customer
  const before = await signTransfer(stack, customer)
  await tryStolen(stack, before.data, before.request)
  await protect(stack, customer)
  await expect(tryStolen(stack, before.data, before.request)).rejects.toThrow()

  const { request, data } = await signTransfer(stack, customer, 1n)
  const balance = await readBalance(stack, FRIEND)
  const uuid = await hold(stack, request)
  await expect(tryStolen(stack, data, request)).rejects.toThrow()
  await app.goto(`${stack.url}/approve#transaction=${uuid}`)
  await expect(app.getByText('Protected on the blockchain')).toBeVisible()
  await picture(app, 'co-signed-held')
  await approveToEnd(app, await readNumber(stack, uuid))
  expect((await readBalance(stack, FRIEND)) - balance).toBe(1_500_000n)
})

test('error: a declined transaction, or one with a wrong number, can never be executed', async ({
  stack,
  visit,
}) => {
  const customer = await enrolledCustomer(stack, () => visit(), 'Tove')
  const { app } = customer
  await protect(stack, customer)
  const declined = await signTransfer(stack, customer)
  const uuid = await hold(stack, declined.request)
  await app.goto(`${stack.url}/approve#transaction=${uuid}`)
  await app.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
  await expect(tryStolen(stack, declined.data, declined.request)).rejects.toThrow()

  const wrong = await signTransfer(stack, customer, 1n)
  const other = await hold(stack, wrong.request)
  await app.goto(`${stack.url}/approve#transaction=${other}`)
  const shown = app.locator('.numbers span')
  await expect(shown).toHaveCount(3)
  const right = await readNumber(stack, other)
  const number = (await shown.allInnerTexts()).find((candidate) => candidate !== right) ?? ''
  await app.getByRole('radio', { name: number }).locator('..').click()
  await app.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
  await expect(tryStolen(stack, wrong.data, wrong.request)).rejects.toThrow()
})
