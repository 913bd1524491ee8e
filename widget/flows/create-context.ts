import type { Address } from 'viem'
import type { Fee } from '#protocol/baas/wallets.ts'
import type { Passkey } from '#widget/passkey/create-passkey.ts'
import type { Config } from '#widget/answers.ts'
import type { CreateScreens } from './create-screens.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'

/** What waits for the fee of a wallet (`funding/`). */
export type FundingPort = {
  /** Waits until the predicted address holds the fee. */
  awaitFunding: (context: CreateContext, passkey: Passkey, first: Prediction) => Promise<Prediction>
}

export type CreateDeps = FlowDeps & {
  screens: CreateScreens
  funding: () => Promise<FundingPort>
  /** Asked right before the passkey is made; `false` means the page stops it. */
  beforeCreate: (passkey: { rpId: string; label: string }) => boolean
}

export type CreateInput = {
  /** Separates the stored data of different servers. */
  apiUrl: string
  rpId: string
  label?: string | undefined
}

/** What every step of one creation shares. */
export type CreateContext = {
  deps: CreateDeps
  input: CreateInput
  config: Config
  signal: AbortSignal
  serverSeconds: () => number
}

/** Where the wallet of a passkey will be; `address` is our own calculation. */
export type Prediction = { address: Address; deployed: boolean; fee: Fee }
