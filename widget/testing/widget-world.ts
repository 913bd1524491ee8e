import type { startChainSigner } from '#widget/sign/testing/chain-signer.ts'
import { createAccountFlows } from '#widget/wallet/testing/account-flows.ts'
import { openCallFlow } from './call-flow.ts'
import { elementPage } from './element-page.ts'
import { openMessageFlow } from './message-flow.ts'
import { openNotedWallet } from './noted-wallet.ts'
import { openOwnChangeFlows } from './own-change-flows.ts'
import { createTestFlows, openBrowserWallet } from './test-flows.ts'
import { createVictim } from './victim.ts'

/**
 * The world of the widget's tests: a page, a stand-in for the server, a software passkey and a person with a
 * script, all in memory. A test asks for one part. `server` has the stand-in's state. `element` and `provider` need
 * a document (`@vitest-environment happy-dom`).
 */
export const widgetWorld = {
  /** The flows that create a wallet, send and sign, in a browser without a wallet. */
  flows: createTestFlows,

  /** The flows of `flows`, in a browser with a wallet that holds coins. */
  wallet: openBrowserWallet,

  /** The flows of `flows`, and those that log in, recover a wallet and receive coins. */
  accounts: createAccountFlows,

  /** The flows of `accounts`, with a wallet that has a contract, and the flow that changes its keys and co-signer. */
  ownChanges: openOwnChangeFlows,

  /** A wallet that signs messages. */
  messages: openMessageFlow,

  /** A wallet on a chain of its own that signs messages. */
  chainSigner: async (...options: Parameters<typeof startChainSigner>) =>
    (await import('#widget/sign/testing/chain-signer.ts')).startChainSigner(...options),

  /** A wallet that signs any call of the page. */
  calls: openCallFlow,

  /** A wallet that signs calls, and the notes on its confirm screen. */
  notes: openNotedWallet,

  /** A wallet whose server lies. */
  victim: createVictim,

  /** A page with the element. Each test of the file gets a new server. */
  element: elementPage,

  /** A page with the provider and a stand-in for the element. */
  provider: async () => (await import('#widget/provider/testing/provider-page.ts')).providerPage(),
}
