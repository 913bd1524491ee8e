import type { Config, WidgetWallet } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { object, optional, text } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt, isHopeless, repeat, withRetry } from '#widget/flows/attempt.ts'
import { chooseWallet } from '#widget/flows/choose-transfer.ts'
import { loadWallets } from '#widget/flows/load-wallet.ts'
import { readConfig } from '#widget/flows/read-config.ts'
import { createPasskey, type Passkey } from '#widget/passkey/create-passkey.ts'
import { requireChosenDomain } from '#widget/passkey/require-chosen-domain.ts'
import { domainHash } from '#widget/passkey/sha256.ts'
import { keepPasskey } from './keep-passkey.ts'
import type { PasskeySignals } from './passkey-signals.ts'
import { backupOf, isSameKey, readDetails, type Details } from './wallet-details.ts'

const LOOK_EVERY_MS = 5_000
const LOOK_EVERY_MS_MAX = 60_000
/**
 * Maximum poll interval during the waiting time of three days, in milliseconds. The only possible news is a
 * rejection.
 */
const LOOK_WAITING_MS_MAX = 600_000
/** Poll interval for the next blocks after the activation, in milliseconds. */
const LOOK_SOON_MS = 1_500

export type RecoverOutcome = 'recovered' | 'no-backup'

/** State of a recovery. `passkey` is the new one if it was created in this browser, otherwise undefined. */
export type Recovery = {
  wallet: WidgetWallet
  backupAddress: string
  chainId: number
  passkey: Passkey | undefined
  stalled: boolean
}

/**
 * The steps of a recovery as a person sees them. Each `ask` rejects with the signal's reason when it aborts.
 */
export type RecoverScreens = {
  loading: () => void
  askWallet: (wallets: readonly WidgetWallet[]) => Promise<WidgetWallet>
  askRetry: (problem: WidgetError) => Promise<void>
  /** Asks before a new passkey is created for the wallet. */
  askPasskey: (view: {
    wallet: WidgetWallet
    backupAddress: string
    rpId: string
    problem: WidgetError | undefined
  }) => Promise<void>
  /**
   * Displays the call that the backup address must send. `isOther` means that it has proposed another
   * passkey.
   */
  showProposal: (view: Recovery & { passkey: Passkey; isOther: boolean }) => void
  /** `effectiveAtMs` is by the device's clock. */
  showWaiting: (view: Recovery & { effectiveAtMs: number }) => void
  askActivate: (view: Recovery & { problem: WidgetError | undefined }) => Promise<void>
  working: () => void
  showNoBackup: (view: { wallet: WidgetWallet }) => void
  showRecovered: (view: { wallet: WidgetWallet; isOwn: boolean; isSingle: boolean }) => void
}

export type RecoverDeps = Omit<FlowDeps, 'origin'> & {
  signals: PasskeySignals
  screens: RecoverScreens
  /** Called right before the new passkey is created. The page stops it with `false`. */
  beforeRecover: (recovery: { address: string; rpId: string }) => boolean | Promise<boolean>
  recovered: (wallet: { address: string; label: string }) => void
}

export type RecoverInput = {
  apiUrl: string
  /** The page's hostname. Used as the domain if the wallet's domain is unknown. */
  host: string
  rpId: string
  walletAddress?: string | undefined
  /** The chain set by the page. */
  chainId?: string | undefined
}

type Context = {
  deps: RecoverDeps
  input: RecoverInput
  config: Config
  serverSeconds: () => number
  wallet: WidgetWallet
  signal: AbortSignal
}

const isFinished = object({ transactionHash: optional(text()) })

/**
 * Gives a wallet a new passkey by its backup address. Creates the passkey, shows the call for the backup
 * address, waits three days, and activates it. The flow can be left and resumed at any point, because the new
 * passkey is stored.
 *
 * @throws WidgetError `NOT_FOUND` if the service has no recoveries, or the signal's reason if the page or the
 * person leaves
 */
export async function recover(
  deps: RecoverDeps,
  input: RecoverInput,
  signal: AbortSignal,
): Promise<RecoverOutcome> {
  deps.screens.loading()
  const { config, serverSeconds } = await readConfig(deps, ['create'], signal)
  const wallet = await chooseWallet({ deps }, await loadWallets({ deps, input, config, signal }))
  const known = deps.memory.ofWallet(wallet.address)?.chainId ?? config.chainId
  if (known !== config.chainId)
    throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'this browser knows the wallet on another chain' })
  const context = { deps, input, config, serverSeconds, wallet, signal }
  const details = await withRetry(
    context,
    () => readDetails(deps.api, wallet.address, signal),
    (problem) => isHopeless(problem) || problem.code === 'NOT_FOUND',
  )
  return follow(context, details)
}

async function follow(context: Context, first: Details): Promise<RecoverOutcome> {
  const { deps, wallet, config, signal } = context
  let details = first
  let stalled = false
  let wasActivated = false
  let everyMs = LOOK_EVERY_MS
  let drawn = ''
  /** Renders a step only when it changes, because a poll must not disturb reading or copying. */
  const draw = (facts: readonly unknown[], show: () => void) => {
    const now = JSON.stringify(facts)
    if (now !== drawn) show()
    drawn = now
  }
  for (;;) {
    let passkey = deps.memory.pending(nameOwner(context))
    const isObeyed = passkey !== undefined && isSameKey(details, passkey)
    const pending = details.onChain?.pendingRecovery
    if (isObeyed || (wasActivated && pending === undefined))
      return finish(context, isObeyed ? passkey : undefined)
    const backupAddress = backupOf(details)
    if (backupAddress === undefined) {
      deps.screens.showNoBackup({ wallet })
      return 'no-backup'
    }
    if (passkey === undefined && pending === undefined)
      passkey = await makePasskey(context, details, backupAddress)
    const recovery = { wallet, backupAddress, chainId: config.chainId, passkey, stalled }
    const isOther = pending !== undefined && passkey !== undefined && !isSameKey(pending, passkey)
    // Unix milliseconds by the service's clock, which is the chain's. In a sandbox, it may be days ahead.
    const effectiveAtMs =
      pending && !isOther
        ? deps.clock.now() + (Number(pending.effectiveAtSeconds) - context.serverSeconds()) * 1000
        : 0
    const leftMs = effectiveAtMs === 0 ? LOOK_EVERY_MS_MAX : effectiveAtMs - deps.clock.now()
    if (passkey !== undefined && (pending === undefined || isOther)) {
      const own = passkey
      draw(['proposal', isOther, stalled], () =>
        deps.screens.showProposal({ ...recovery, passkey: own, isOther }),
      )
    } else if (wasActivated) draw(['working'], deps.screens.working)
    else if (leftMs > 0) {
      draw(['waiting', pending?.effectiveAtSeconds, stalled], () =>
        deps.screens.showWaiting({ ...recovery, effectiveAtMs }),
      )
    } else {
      await activate(context, recovery)
      wasActivated = true
      everyMs = LOOK_SOON_MS
    }
    await deps.clock.wait(leftMs > 0 ? Math.min(everyMs, leftMs) : everyMs, signal)
    everyMs = Math.min(everyMs * 1.2, effectiveAtMs > 0 ? LOOK_WAITING_MS_MAX : LOOK_EVERY_MS_MAX)
    const look = await attempt(() => readDetails(deps.api, wallet.address, signal), signal)
    stalled = !look.ok
    if (look.ok) details = look.value
    else if (look.error.next !== 'retry') throw look.error
  }
}

/** Owner of the pending passkey. There is one for each recovery started in this browser. */
function nameOwner({ input, wallet }: Context): string {
  return [input.apiUrl, 'recover', wallet.address.toLowerCase()].join('|')
}

async function makePasskey(context: Context, details: Details, backupAddress: string): Promise<Passkey> {
  const { deps, input, config, wallet, signal } = context
  const rpId = details.rpId ?? wallet.passkey?.rpId ?? input.rpId
  requireChosenDomain(input, rpId)
  if ((await domainHash(rpId)) !== details.rpIdHash.toLowerCase()) {
    throw new WidgetError('RP_ID_MISMATCH', { detail: `the wallet is not of ${rpId}` })
  }
  const name = wallet.label === '' ? config.organizationName : wallet.label
  const passkey = await repeat(
    (problem) => deps.screens.askPasskey({ wallet, backupAddress, rpId, problem }),
    async () => {
      if (!(await deps.beforeRecover({ address: wallet.address, rpId })))
        throw new WidgetError('STOPPED_BY_PAGE')
      const request = {
        rpId,
        organizationName: config.organizationName,
        userName: config.email ?? name,
        displayName: name,
        wallet: { kind: 'recovered', chainId: config.chainId } as const,
      }
      return createPasskey(deps, request, signal)
    },
    { report: deps.report, signal },
  )
  deps.memory.keepPending(nameOwner(context), passkey)
  return passkey
}

/** Activates the passkey. Any account may do so after the waiting time, and the service pays for it. */
async function activate({ deps, wallet, signal }: Context, recovery: Recovery): Promise<void> {
  await repeat(
    (problem) => deps.screens.askActivate({ ...recovery, problem }),
    async () => {
      deps.screens.working()
      await deps.api.post(`/wallets/${wallet.address}/finish-recovery`, {}, isFinished, signal)
    },
    { report: deps.report, signal },
  )
}

async function finish(context: Context, passkey: Passkey | undefined): Promise<RecoverOutcome> {
  const { deps, input, config, wallet, signal } = context
  const isPinned = input.chainId !== undefined
  if (passkey !== undefined) await keepPasskey(deps, { config, wallet, passkey, isPinned }, signal)
  deps.memory.forgetPending(nameOwner(context))
  const { address, label } = wallet
  deps.screens.showRecovered({ wallet, isOwn: passkey !== undefined, isSingle: passkey?.isSingle === true })
  deps.recovered({ address, label })
  return 'recovered'
}
