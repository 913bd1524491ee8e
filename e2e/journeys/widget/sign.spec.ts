import { createPublicClient, http } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import * as z from 'zod/mini'
import { asAddress } from '#e2e/fixtures/chain.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openHost, setMessage } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const signedSchema = z.object({ signature: z.templateLiteral(['0x', z.string()]) })

test('behavior: a text and a sign-in are signed, and one for another site is red until its box is checked', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  const address = asAddress(wallet.address)
  const { rpcUrl, chainId } = await stack.sandbox()
  const client = createPublicClient({ transport: http(rpcUrl) })
  const widget = locateWidget(page)
  const confirm = widget.getByRole('button', { name: 'Confirm with passkey' })
  const signed = widget.getByRole('heading', { name: 'Signed', exact: true })
  const signature = async () => {
    await expect(signed).toBeVisible()
    const [name, detail] = (await heardBy(page)).at(-1) ?? []
    expect(name).toBe('signed')
    return signedSchema.parse(detail).signature
  }
  await openHost(stack, admin, { walletAddress: wallet.address, operations: ['sign'] })

  const text = 'I accept these terms.\nAll of them.'
  await setMessage(page, { kind: 'text', text })
  await expect(widget.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await expect(widget.getByText('All of them.')).toBeVisible()
  expect(await inspect(page)).toEqual([])
  await confirm.click()
  const ofText = await signature()
  expect(await client.verifyMessage({ address, message: text, signature: ofText })).toBe(true)

  const signIn = (domain: string) =>
    createSiweMessage({
      domain,
      address,
      uri: stack.url,
      version: '1',
      chainId,
      nonce: 'abcd1234',
      expirationTime: new Date(Date.now() + 600_000),
    })
  const own = signIn(new URL(stack.url).host)
  await setMessage(page, { kind: 'text', text: own })
  await expect(widget.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(widget.getByRole('checkbox')).toBeHidden()
  await confirm.click()
  expect(await client.verifySiweMessage({ message: own, signature: await signature() })).toBe(true)

  await setMessage(page, { kind: 'text', text: signIn('evil.example') })
  await expect(widget.getByText('This signs you in to evil.example')).toBeVisible()
  expect(await inspect(page)).toEqual([])
  await confirm.click()
  await expect(widget.getByText('Tick this box to continue.')).toBeVisible()
  await widget.getByRole('checkbox').check()
  await confirm.click()
  await expect(signed).toBeVisible()
})
