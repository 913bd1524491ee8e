import type { WidgetApi } from '#widget/api.ts'
import type { Clock } from '#widget/clock.ts'
import type { Funding } from '#widget/funding/funding.ts'
import type { Memory } from '#widget/memory.ts'
import type { Authenticator } from '#widget/passkey/authenticator.ts'
import type { Config } from '#widget/answers.ts'
import type { Report } from './attempt.ts'
import type { CreateScreens } from './create-screens.ts'

export type CreateDeps = {
  api: WidgetApi
  authenticator: Authenticator
  random: (length: number) => Uint8Array<ArrayBuffer>
  memory: Memory
  clock: Clock
  screens: CreateScreens
  /** Loads what waits for the fee of a wallet. */
  funding: () => Promise<Pick<Funding, 'awaitFunding'>>
  /** Asked right before the passkey is made; `false` means the page stops it. */
  beforeCreate: (passkey: { rpId: string; label: string }) => boolean
  report: Report
}

export type CreateInput = {
  /** Separates what is remembered for different servers. */
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
