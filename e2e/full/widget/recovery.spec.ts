import type { VirtualCredential } from '#e2e/fixtures/authenticator.ts'
import { tokenState } from '#e2e/fixtures/chain.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { openHost, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import {
  confirmRaw,
  heard,
  makeNewPasskey,
  nameBackup,
  startFlow,
  walletContract,
} from '#e2e/fixtures/wallet-flow-steps.ts'
import { confirmTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const THREE_DAYS_SECONDS = 3 * 86_400
const SOON = { timeout: 60_000 }

/** Replaces the passkeys of the device by these, because the browser's virtual device has room for only three. */
async function only({ authenticator }: Visit, credentials: VirtualCredential[]): Promise<void> {
  await authenticator.clear()
  await authenticator.add(credentials)
}

test('behavior: three days after it was proposed, the new passkey takes the wallet over and pays', async ({
  ownStack: { stack, admin },
}) => {
  test.setTimeout(300_000)
  const { page, context, authenticator } = admin
  const widget = locateWidget(page)
  // The administrator's own passkey belongs to no wallet.
  await authenticator.clear()
  const lost = await newWallet(stack, admin, { label: 'Lost', coins: '5000000' })
  const { tokens } = await stack.sandbox()

  const helper = await test.step('a backup address is set while the passkey exists', async () => {
    const passkey = await authenticator.credentials()
    await authenticator.clear()
    const backup = await newWallet(stack, admin, { label: 'Backup' })
    const backupPasskey = await authenticator.credentials()
    await only(admin, passkey)
    await startFlow(stack, admin, 'backup', lost.address)
    await nameBackup(page, backup.address)
    return { ...backup, passkey: backupPasskey }
  })

  const renewed = await test.step('the passkey is lost; a new one is created and proposed', async () => {
    await authenticator.clear()
    await startFlow(stack, admin, 'recover', lost.address)
    const data = await makeNewPasskey(page)
    const made = await authenticator.credentials()
    await only(admin, helper.passkey)
    await openHost(stack, admin, { walletAddress: helper.address })
    await setCall(page, { kind: 'raw', to: lost.address, data })
    await confirmRaw(page)
    const contract = await walletContract(stack, lost.address)
    expect((await contract.pending())[2]).toBeGreaterThan(0n)
    return made
  })

  await test.step('three days pass', async () => {
    const moved = await context.request.post(`${stack.url}/api/sandbox/clock`, {
      headers: { origin: stack.url },
      data: { seconds: THREE_DAYS_SECONDS + 60 },
    })
    expect(moved.status()).toBe(200)
  })

  await test.step('the new passkey is activated', async () => {
    await only(admin, renewed)
    await startFlow(stack, admin, 'recover', lost.address)
    await expect(widget.getByRole('heading', { name: 'Activate the new passkey' })).toBeVisible(SOON)
    expect(await inspect(page)).toEqual([])
    await widget.getByRole('button', { name: 'Activate' }).click()
    await expect(widget.getByRole('heading', { name: 'Your wallet is recovered' })).toBeVisible(SOON)
    expect(await inspect(page)).toEqual([])
    expect(await heard(page, 'recovery-ready')).toMatchObject([{ address: lost.address }])
    const contract = await walletContract(stack, lost.address)
    expect((await contract.pending())[2]).toBe(0n)
  })

  await test.step('it pays from the recovered wallet', async () => {
    const chain = await tokenState(stack)
    await openHost(stack, admin, { walletAddress: lost.address })
    await setCall(page, {
      kind: 'erc20-transfer',
      token: tokens.erc20,
      to: helper.address,
      amount: '2000000',
    })
    await confirmTransfer(page)
    expect(await chain.coins(helper.address)).toBe(2_000_000n)
  })
})
