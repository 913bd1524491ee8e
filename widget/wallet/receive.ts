import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import type { WidgetError } from '#widget/errors.ts'
import { attempt, withRetry } from '#widget/flows/attempt.ts'
import { chooseWallet } from '#widget/flows/choose-transfer.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'
import { loadWallets } from '#widget/flows/load-wallet.ts'
import { readConfig } from '#widget/flows/read-config.ts'

const LOOK_EVERY_MS = 4_000
const LOOK_EVERY_MS_MAX = 20_000

/** An accepted token. `units` in base units, null if unknown. */
export type Accepted = {
  address: string
  name: string
  symbol: string
  decimals: number
  units: bigint | null
}
/** What has arrived since the screen was opened. */
export type Received = { tokenAddress: string; symbol: string; decimals: number; units: bigint }

export type ReceiveView = {
  wallet: WidgetWallet
  chainId: number
  coins: readonly Accepted[]
  received: readonly Received[]
  /** The last look failed; the next one follows by itself. */
  stalled: boolean
  /** The server has no balances: incoming tokens are not detected. */
  isBlind: boolean
}

export type ReceiveScreens = {
  loading: () => void
  askWallet: (wallets: readonly WidgetWallet[]) => Promise<WidgetWallet>
  askRetry: (problem: WidgetError) => Promise<void>
  showReceive: (view: ReceiveView) => void
}

export type ReceiveDeps = Pick<FlowDeps, 'api' | 'clock' | 'report'> & {
  screens: ReceiveScreens
  /** Resolves while the page is visible: balances are not polled in the background. */
  shown: (signal: AbortSignal) => Promise<void>
  received: (received: Received & { walletAddress: string }) => void
}

/** Shows the wallet's address and what arrives there, until the page or the person leaves. */
export async function receive(
  deps: ReceiveDeps,
  input: { walletAddress?: string | undefined },
  signal: AbortSignal,
): Promise<never> {
  const { api, screens } = deps
  screens.loading()
  const { config } = await readConfig(deps, [], signal)
  const wallet = await chooseWallet({ deps }, await loadWallets({ deps, input, config, signal }))
  screens.loading()
  let coins = await withRetry({ deps, signal }, () => readCoins(api, wallet.address, signal))
  let view: ReceiveView = {
    wallet,
    chainId: config.chainId,
    coins,
    received: [],
    stalled: false,
    isBlind: coins.every(({ units }) => units === null),
  }
  screens.showReceive(view)
  let everyMs = LOOK_EVERY_MS
  for (;;) {
    await deps.clock.wait(everyMs, signal)
    everyMs = Math.min(everyMs * 1.2, LOOK_EVERY_MS_MAX)
    await deps.shown(signal)
    const look = await attempt(() => readCoins(api, wallet.address, signal), signal)
    if (!look.ok && look.error.next !== 'retry') throw look.error
    const arrived = look.ok ? arrivedSince(coins, look.value) : []
    if (look.ok) coins = look.value
    if (arrived.length > 0) everyMs = LOOK_EVERY_MS
    if (arrived.length > 0 || view.stalled === look.ok) {
      view = { ...view, coins, received: [...arrived, ...view.received], stalled: !look.ok }
      screens.showReceive(view)
    }
    for (const one of arrived) deps.received({ ...one, walletAddress: wallet.address })
  }
}

/** The allowed tokens with their balances; those that the balances do not name are collections. */
async function readCoins(api: WidgetApi, wallet: string, signal: AbortSignal): Promise<Accepted[]> {
  const [allowed, balances] = await Promise.all([
    api.allowedTokens(signal),
    api.balances(wallet, signal).catch(noneIfUnsupported),
  ])
  const held = balances?.coins
  return allowed.flatMap(({ address, name, symbol, decimals }) => {
    const found = held?.find(({ tokenAddress }) => sameAddress(tokenAddress, address))
    if (held !== undefined && found === undefined) return []
    const units = found === undefined ? null : BigInt(found.amount)
    return sameAddress(address, ZERO_ADDRESS) ? [] : [{ address, name, symbol, decimals, units }]
  })
}

function arrivedSince(before: readonly Accepted[], now: readonly Accepted[]): Received[] {
  return now.flatMap(({ address, symbol, decimals, units }) => {
    const known = before.find((coin) => sameAddress(coin.address, address))
    const more = (units ?? 0n) - (known?.units ?? units ?? 0n)
    return more > 0n ? [{ tokenAddress: address, symbol, decimals, units: more }] : []
  })
}
