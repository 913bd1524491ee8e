import { tokenState } from '#e2e/fixtures/chain.ts'
import { mint, mintItems } from '#e2e/fixtures/inbox.ts'
import { newItem, newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import { confirmSend, review, send } from '#e2e/fixtures/send-steps.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7'
const ZERO = '0x0000000000000000000000000000000000000000'
test.beforeEach(() => test.slow())

async function walletOf(stack: Stack, admin: Visit, label: string) {
  return { ...(await newWallet(stack, admin, { label, coins: '9000000' })), ...(await tokenState(stack)) }
}

test('behavior: an NFT is approved, cleared, granted to an operator, revoked and sent', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await walletOf(stack, admin, 'NFTs')
  const tokenId = newItem()
  await mint(stack, { token: wallet.tokens.erc721, to: wallet.address, tokenId })
  const place = (query: string) => `/wallets/${wallet.address}/send?token=${wallet.tokens.erc721}&${query}`
  const approved = () => wallet.approvedFor(tokenId)
  const operates = () => wallet.operates('erc721', wallet.address, FRIEND)

  await test.step('approve one NFT', async () => {
    await page.goto(place(`kind=erc721-approve&tokenId=${tokenId}`))
    await page.getByLabel('Spender').fill(FRIEND)
    await send(page)
    expect(await approved()).toBe(FRIEND)
  })
  await test.step('clear it', async () => {
    await page.goto(place(`kind=erc721-approve&tokenId=${tokenId}&spender=${ZERO}`))
    await expect(page.getByLabel('Revoke approval')).toBeChecked()
    await review(page)
    await expect(page.getByRole('heading', { name: 'Revoke approval' })).toBeVisible()
    await confirmSend(page)
    expect(await approved()).toBe(ZERO)
  })
  await test.step('an operator is approved after a warning that names the collection', async () => {
    await page.goto(place(`kind=set-approval-for-all&operator=${FRIEND}`))
    await expect(page.getByText(/^All NFTs of Demo/)).toBeVisible()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('Tick this to continue')).toBeVisible()
    await page.getByLabel(/I trust the operator/).check()
    await send(page)
    expect(await operates()).toBe(true)
  })
  await test.step('and revoked', async () => {
    await page.goto(place(`kind=set-approval-for-all&operator=${FRIEND}&approved=false`))
    await send(page)
    expect(await operates()).toBe(false)
  })
  await test.step('the NFT is sent from its picture, with only the recipient to type', async () => {
    await page.goto(`/wallets/${wallet.address}`)
    await page.getByRole('link', { name: new RegExp(`^Send .*#${tokenId}$`) }).click()
    await expect(page.getByLabel('Token ID')).toHaveValue(tokenId)
    await expect(page.getByLabel('To', { exact: true })).toBeFocused()
    await page.keyboard.insertText(FRIEND)
    await send(page)
    expect(await wallet.ownerOf(tokenId)).toBe(FRIEND)
  })
})

test('behavior: ERC-1155 tokens are sent one by one and as a pasted table, and an operator is approved', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await walletOf(stack, admin, 'Items')
  const ids = [newItem(), newItem(), newItem()]
  await mintItems(stack, wallet.address, ids, '100')
  const [first = '', second = '', third = ''] = ids
  const held = (tokenId: string) => wallet.units(FRIEND, tokenId)
  const place = (kind: string) => `/wallets/${wallet.address}/send?kind=${kind}&to=${FRIEND}`

  await test.step('tokens of one id', async () => {
    await page.goto(place('erc1155-transfer'))
    await page.getByLabel('Token ID').fill(first)
    await page.getByLabel('Units').fill('7')
    await send(page)
    expect(await held(first)).toBe(7n)
  })
  await test.step('a table with the keyboard: Enter moves down and adds rows, the cross removes one', async () => {
    await page.goto(place('erc1155-batch-transfer'))
    await page.getByLabel('Token ID, row 1').fill(first)
    await page.getByLabel('Units, row 1').fill('1')
    await page.getByLabel('Units, row 1').press('Enter')
    await expect(page.getByLabel('Units, row 2')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Token ID, row 3')).toBeFocused()
    await page.getByRole('button', { name: 'Remove row 2' }).click()
    await expect(page.getByLabel('Token ID, row 2')).toBeFocused()
    await expect(page.getByLabel('Token ID, row 3')).toBeHidden()
    await expect(page.getByLabel('Token ID, row 1')).toHaveValue(first)
  })
  await test.step('mistakes in a pasted table are reported by row and column, and the input stays', async () => {
    await page.getByRole('button', { name: 'Paste CSV' }).click()
    const area = page.getByLabel('Rows as CSV')
    await expect(area).toBeFocused()
    const typed = `tokenId,units\n${second},x\n,5`
    await area.fill(typed)
    await page.getByRole('button', { name: 'Replace the rows' }).click()
    await expect(page.getByRole('alert')).toContainText('Row 2, units: “x” is not a whole number.')
    await expect(page.getByRole('alert')).toContainText('Row 3, token ID: is missing.')
    await expect(area).toHaveValue(typed)
    await area.fill(Array.from({ length: 51 }, (_, row) => `${row},1`).join('\n'))
    await page.getByRole('button', { name: 'Replace the rows' }).click()
    await expect(page.getByRole('alert')).toContainText('It has 51 rows')
    await area.fill(`tokenId,units\n${second},20\n${third},30`)
    await page.getByRole('button', { name: 'Replace the rows' }).click()
    await expect(page.getByLabel('Token ID, row 1')).toHaveValue(second)
    await expect(page.getByLabel('Units, row 2')).toHaveValue('30')
  })
  await test.step('one signature sends them all', async () => {
    await send(page)
    expect([await held(second), await held(third)]).toEqual([20n, 30n])
  })
  await test.step('an operator for all ERC-1155 tokens', async () => {
    await page.goto(
      `/wallets/${wallet.address}/send?kind=set-approval-for-all&token=${wallet.tokens.erc1155}&operator=${FRIEND}`,
    )
    await page.getByLabel(/I trust the operator/).check()
    await send(page)
    expect(await wallet.operates('erc1155', wallet.address, FRIEND)).toBe(true)
  })
})
