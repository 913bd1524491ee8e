import {
  test as base,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { attachVirtualDevice, type Passkeys } from './passkeys.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { seedWallet, type SeededWallet, type WalletSeed } from './seed-wallet.ts'
import { installSoftwarePasskeys } from './software-passkeys.ts'
import { watchSigned } from './watch-signed.ts'

/**
 * Attaches a passkey device to a page: Chromium's own virtual one, or a software one if the browser has none
 * (`software`, in Firefox and WebKit). Call it before the page navigates.
 *
 * @example
 * const passkeys = await attachPasskeys(page, browserName !== 'chromium')
 * await page.goto('/')
 */
export async function attachPasskeys(page: Page, software: boolean): Promise<Passkeys> {
  return software ? installSoftwarePasskeys(page) : attachVirtualDevice(page)
}

/**
 * The options that a project can set under `use`.
 *
 * @example
 * // playwright.config.ts
 * export default defineConfig<LatchkeyOptions>({ use: { sandboxFile: '../latchkey/.data/sandbox.json' } })
 */
export type LatchkeyOptions = {
  /** Path of the sandbox's `sandbox.json`. Defaults to the variable `LATCHKEY_SANDBOX`. */
  sandboxFile: string
  /** Uses a software passkey device even if the browser has a virtual one. */
  softwarePasskeys: boolean
}

/**
 * The fixtures that a test can request.
 *
 * @example
 * const logIn = async ({ page, seededWallet }: Pick<LatchkeyFixtures, 'seededWallet'> & { page: Page }) => {
 *   const { email } = await seededWallet({ externalUserId: 'user-1' })
 *   await page.goto(`/as?email=${email}`)
 * }
 */
export type LatchkeyFixtures = LatchkeyOptions & {
  /** The running sandbox: mails, faucet, balances, API. */
  sandbox: Sandbox
  passkeys: Passkeys
  /** Creates a wallet with tokens. Its passkey is in the device of `page`. */
  seededWallet: (seed?: WalletSeed) => Promise<SeededWallet>
  /** Records the transactions that `page` signs, for `expectSigned(page)`. Runs automatically. */
  signedWatch: void
}

/**
 * Playwright's `test` with a passkey device in every page, seeded wallets, and a record of signed
 * transactions.
 *
 * @example
 * import { test, expectSigned } from 'latchkey/testing'
 *
 * test('pays the shop', async ({ page, seededWallet, sandbox }) => {
 *   await seededWallet({ externalUserId: 'user-1' })
 *   await page.goto('/checkout')
 *   await page.getByRole('button', { name: 'Confirm' }).click()
 *   await expectSigned(page).toTransfer({ token: sandbox.tokens.erc20, to: SHOP, amount: '12500000' })
 * })
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & LatchkeyFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<LatchkeyFixtures>({
  sandboxFile: [process.env['LATCHKEY_SANDBOX'] ?? '.data/sandbox.json', { option: true }],
  softwarePasskeys: [false, { option: true }],

  sandbox: async ({ sandboxFile }, provide) => {
    await provide(await openSandbox(sandboxFile))
  },

  passkeys: [
    async ({ page, browserName, softwarePasskeys }, provide) => {
      await provide(await attachPasskeys(page, softwarePasskeys || browserName !== 'chromium'))
    },
    { auto: true },
  ],

  signedWatch: [
    async ({ page, sandbox }, provide) => {
      await watchSigned(page, sandbox.chainId)
      await provide()
    },
    { auto: true },
  ],

  seededWallet: async ({ sandbox, passkeys, baseURL }, provide) => {
    const host = new URL(baseURL ?? 'http://localhost').hostname
    await provide((seed = {}) => seedWallet({ sandbox, passkeys }, { ...seed, rpId: seed.rpId ?? host }))
  },
})
