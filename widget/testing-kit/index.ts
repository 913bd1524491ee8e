/** `latchkey/testing`: Playwright fixtures for pages that embed `<latchkey-wallet>`. */
export { attachPasskeys, test, type LatchkeyFixtures, type LatchkeyOptions } from './test.ts'
export { expect } from '@playwright/test'
export {
  expectSigned,
  type ExpectedApproval,
  type ExpectedOperator,
  type ExpectedTransfer,
  type SignedExpectation,
} from './expect-signed.ts'
export { decodeSigned, type SignedCall, type SignedTransaction } from './decode-signed.ts'
export { openSandbox, type Gift, type Mail, type Sandbox } from './sandbox.ts'
export { createPasskey, type NewPasskey, type Passkey, type Passkeys } from './passkeys.ts'
export { seedWallet, type SeededWallet, type WalletSeed } from './seed-wallet.ts'
export { watchSigned } from './watch-signed.ts'
