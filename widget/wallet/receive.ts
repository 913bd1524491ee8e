import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import type { WidgetError } from '#widget/errors.ts'
import { attempt, withRetry } from '#widget/flows/attempt.ts'
import { chooseWallet } from '#widget/flows/choose-transfer.ts'
import { loadAllowed, loadWallets } from '#widget/flows/load-wallet.ts'
import { readConfig } from '#widget/flows/read-config.ts'
import type { Coin } from '#widget/flows/send-screens.ts'

const LOOK_EVERY_MS = 4_000
const LOOK_EVERY_MS_MAX = 20_000

/** Tokens that have arrived since the screen was opened. */
export type Received = { tokenAddress: string; symbol: string; decimals: number; units: bigint }

export type ReceiveView = {
  wallet: WidgetWallet
  chainId: number
  /** The accepted tokens. */
  coins: readonly Coin[]
  received: readonly Received[]
  /** Whether the last poll failed. The next one follows automatically. */
  stalled: boolean
  /** Whether the server reports no balances. Incoming tokens are then not detected. */
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
  /** Resolves when the page is visible, because balances are not polled in the background. */
  shown: (signal: AbortSignal) => Promise<void>
  received: (received: Received & { walletAddress: string }) => void
}

/** Shows the wallet's address and incoming tokens until the page or the person leaves. */
export async function receive(
  deps: ReceiveDeps,
  input: { walletAddress?: string | undefined },
  signal: AbortSignal,
): Promise<never> {
  const { screens } = deps
  screens.loading()
  const { config } = await readConfig(deps, [], signal)
  const wallet = await chooseWallet({ deps }, await loadWallets({ deps, input, config, signal }))
  screens.loading()
  let coins = await withRetry({ deps, signal }, () => readCoins(deps, wallet, signal))
  let view: ReceiveView = {
    wallet,
    chainId: config.chainId,
    coins,
    received: [],
    stalled: false,
    isBlind: coins.every(({ balance }) => balance === null),
  }
  screens.showReceive(view)
  let everyMs = LOOK_EVERY_MS
  for (;;) {
    await deps.clock.wait(everyMs, signal)
    everyMs = Math.min(everyMs * 1.2, LOOK_EVERY_MS_MAX)
    await deps.shown(signal)
    const look = await attempt(() => readCoins(deps, wallet, signal), signal)
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

async function readCoins(deps: ReceiveDeps, wallet: WidgetWallet, signal: AbortSignal): Promise<Coin[]> {
  const { coins } = await loadAllowed({ deps, signal }, wallet)
  return coins.filter(({ address }) => !sameAddress(address, ZERO_ADDRESS))
}

function arrivedSince(before: readonly Coin[], now: readonly Coin[]): Received[] {
  return now.flatMap(({ address, symbol, decimals, balance }) => {
    const known = before.find((coin) => sameAddress(coin.address, address))
    const more = (balance ?? 0n) - (known?.balance ?? balance ?? 0n)
    return more > 0n ? [{ tokenAddress: address, symbol, decimals, units: more }] : []
  })
}
