import { hexFromBytes } from '#protocol/signing/hex.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt, repeat } from '#widget/flows/attempt.ts'
import type {
  CallsServer,
  HasAuthenticator,
  HasClock,
  HasConfig,
  HasMemory,
  HasReport,
} from '#widget/flows/context-parts.ts'
import type { HasInput } from '#widget/flows/send-parts.ts'
import type { DeviceCode } from '#widget/keys/device-code.ts'
import type { Settings } from '#widget/keys/wallet-settings.ts'
import { createPasskey, type Passkey } from '#widget/passkey/create-passkey.ts'
import { requireChosenDomain } from '#widget/passkey/require-chosen-domain.ts'
import { domainHash } from '#widget/passkey/sha256.ts'
import { askAssertion } from '#widget/passkey/sign-digest.ts'
import { keepPasskey } from '#widget/wallet/keep-passkey.ts'
import type { PasskeySignals } from '#widget/wallet/passkey-signals.ts'
import { readGuarded } from '#widget/wallet/wallet-authority.ts'
import { findKey } from '#widget/wallet/wallet-details.ts'

const LOOK_EVERY_MS = 3_000
const LOOK_EVERY_MS_MAX = 30_000
const NAME_LENGTH_MAX = 60

export type JoinScreens = {
  /**
   * Asks for the device's name before its passkey is created. `isMade` means that this browser created the
   * passkey earlier.
   */
  askJoin: (view: {
    rpId: string
    draft: string
    isMade: boolean
    problem: WidgetError | undefined
  }) => Promise<string | 'back'>
  /** Displays the code until the other device has added the key. Resolves when the person goes back. */
  showCode: (view: { code: DeviceCode; stalled: boolean }) => Promise<void>
  showJoined: (view: { name: string }) => Promise<void>
}

export type JoinDeps = {
  apiUrl: string
  host: string
  /** Whether the page sets the chain. */
  isPinned: boolean
  random: FlowDeps['random']
  signals: PasskeySignals
  screens: JoinScreens
  /** Called right before the passkey is created. The page prevents it with `false`. */
  beforeCreate: (passkey: { rpId: string; label: string }) => boolean | Promise<boolean>
}

/** The parts of a flow's context that adding this device uses. */
export type JoinContext = CallsServer &
  HasConfig &
  HasAuthenticator &
  HasMemory &
  HasClock &
  HasReport &
  HasInput<'rpId'>

/**
 * Creates a passkey on this device and shows its public key until a device of the wallet has added it. Before
 * that, the new passkey cannot sign for the wallet. It is stored, so the person may leave and come back.
 */
export async function joinDevice(deps: JoinDeps, context: JoinContext, settings: Settings): Promise<void> {
  const { memory } = context.deps
  const { wallet, details } = settings
  const rpId = details.rpId ?? wallet.passkey?.rpId ?? context.input.rpId
  requireChosenDomain({ host: deps.host, rpId: context.input.rpId }, rpId)
  if ((await domainHash(rpId)) !== details.rpIdHash.toLowerCase())
    throw new WidgetError('RP_ID_MISMATCH', { detail: `the wallet is not of ${rpId}` })
  const owner = [deps.apiUrl, 'device', wallet.address.toLowerCase()].join('|')
  const made = await askPasskey(deps, context, { settings, rpId, owner })
  if (made === undefined) return
  const { passkey, name } = made
  const code = { wallet: wallet.address, rpId, qx: passkey.qx, qy: passkey.qy, name }
  if (!(await awaitAdded(deps, context, code))) return
  const found = { config: context.config, wallet, passkey, isPinned: deps.isPinned, name: name || undefined }
  await keepPasskey({ ...context.deps, signals: deps.signals }, found, context.signal)
  memory.forgetPending(owner)
  await deps.screens.showJoined({ name })
}

/** This device's passkey, created now or earlier. Undefined if the person goes back. */
async function askPasskey(
  deps: JoinDeps,
  context: JoinContext,
  { settings, rpId, owner }: { settings: Settings; rpId: string; owner: string },
): Promise<{ passkey: Passkey; name: string } | undefined> {
  const { memory, authenticator, report } = context.deps
  const { config, signal } = context
  let draft = ''
  return repeat(
    (problem) => deps.screens.askJoin({ rpId, draft, isMade: memory.pending(owner) !== undefined, problem }),
    async (answer) => {
      if (answer === 'back') return undefined
      const name = (draft = answer.trim().slice(0, NAME_LENGTH_MAX))
      const pending = memory.pending(owner)
      if (pending !== undefined) {
        // A key that was planted in the browser's storage cannot sign, so it never becomes a key of the
        // wallet.
        const proof = { digest: hexFromBytes(deps.random(32)), passkey: pending }
        await askAssertion(authenticator, proof, signal)
        return { passkey: pending, name }
      }
      const label = settings.wallet.label === '' ? config.organizationName : settings.wallet.label
      if (!(await deps.beforeCreate({ rpId, label }))) throw new WidgetError('STOPPED_BY_PAGE')
      const passkey = await createPasskey(
        { authenticator, random: deps.random },
        {
          rpId,
          organizationName: config.organizationName,
          userName: config.email ?? label,
          displayName: label,
          // The wallet's address does not follow from this key, as after a recovery.
          wallet: { kind: 'recovered', chainId: config.chainId },
        },
        signal,
      )
      memory.keepPending(owner, passkey)
      return { passkey, name }
    },
    { report, signal },
  )
}

/** Polls the wallet's keys until this one is among them. Returns false when the person goes back before. */
async function awaitAdded(
  deps: JoinDeps,
  context: CallsServer & HasClock,
  code: DeviceCode,
): Promise<boolean> {
  const { api, clock } = context.deps
  let isBack = false
  let everyMs = LOOK_EVERY_MS
  let stalled = false
  const show = () => deps.screens.showCode({ code, stalled }).then(() => void (isBack = true))
  let left = show()
  for (;;) {
    await Promise.race([left, clock.wait(everyMs, context.signal)])
    if (isBack) return false
    const look = await attempt(() => readGuarded(api, code.wallet, context.signal), context.signal)
    if (look.ok && findKey(look.value, code) !== undefined) return true
    if (!look.ok && look.error.next !== 'retry') throw look.error
    // Renders only after a change, because rendering would disturb reading or copying.
    if (stalled === look.ok) {
      stalled = !look.ok
      left = show()
    }
    everyMs = Math.min(everyMs * 1.1, LOOK_EVERY_MS_MAX)
  }
}
