import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import { attempt, isHopeless, withRetry } from '#widget/flows/attempt.ts'
import type { Selection } from '#widget/flows/choice.ts'
import { chooseWallet } from '#widget/flows/choose-transfer.ts'
import { knownPasskeys } from '#widget/flows/confirm-and-sign.ts'
import type { HasClock, HasConfig, HasMemory } from '#widget/flows/context-parts.ts'
import type { ChoosesCalls, LoadsCoins, SendPlan } from '#widget/flows/send-parts.ts'
import type { DeviceCode } from '#widget/keys/device-code.ts'
import { addKey, removeKey } from '#widget/keys/encode-own-change.ts'
import { OWN_CHANGES } from '#widget/keys/own-changes.ts'
import {
  cannotRetry,
  readSettings,
  toChoice,
  type OwnChange,
  type Settings,
} from '#widget/keys/wallet-settings.ts'
import { isSameKey, listKeys, type WalletKey } from '#widget/wallet/wallet-details.ts'
import { checkDeviceCode, type CodeProblem } from './check-device-code.ts'
import { DEVICES_MAX, listDevices, type Device } from './device-list.ts'
import type { JoinContext } from './join-device.ts'

/** The person's choice on the list of devices. */
export type DevicesAnswer = { kind: 'add' | 'join' | 'wallet' } | { kind: 'remove'; device: Device }

export type DevicesScreens = {
  askDevices: (view: {
    wallet: WidgetWallet
    canChangeWallet: boolean
    devices: readonly Device[]
    isFull: boolean
    /** False if the service does not report further keys. */
    isReported: boolean
    /**
     * True if the chosen removal needs the signature of another passkey, but neither the server nor this browser
     * knows one.
     */
    isOnlyKnown: boolean
    problem: WidgetError | undefined
  }) => Promise<DevicesAnswer>
  /** Asks for the new device's code. */
  askCode: (view: { draft: string; fieldProblem: CodeProblem | undefined }) => Promise<string | 'back'>
  /** Asks whether the new device shows the same words. */
  askSame: (code: DeviceCode) => Promise<boolean>
}

/** Adds this device to the wallet. Resolves when it is added, or when the person goes back. */
export type Join = (context: JoinContext, settings: Settings) => Promise<void>

/**
 * Manages the passkeys of a wallet. Adds one with the public key that another device shows, or removes one.
 * Each change is a call of the wallet to itself, confirmed and signed like any other call.
 */
export function devicesPlan(screens: DevicesScreens, join: Join): SendPlan {
  let chosen: Chosen | undefined
  return {
    operations: ['approve'],
    fixed: false,
    async choose(context, selection, start) {
      let { problem } = start
      let isOnlyKnown = false
      for (;;) {
        if (chosen === undefined || !start.skipForm || problem !== undefined) {
          const asked = await askChange(context, selection, { screens, join, problem, isOnlyKnown })
          problem = undefined
          isOnlyKnown = asked === 'only-known'
          chosen = typeof asked === 'string' ? undefined : asked
          if (chosen === undefined) continue
        }
        const { settings, change, signers } = chosen
        context.deps.screens.working('prepare')
        const choice = await attempt(
          () => toChoice(context, settings, change),
          context.signal,
          context.deps.report,
        )
        if (choice.ok) return { ...choice.value, signers }
        if (isHopeless(choice.error)) throw choice.error
        problem = choice.error
      }
    },
    isWanted: ({ description }) => OWN_CHANGES.has(description.kind),
  }
}

/** A change. `signers`: the keys that may sign it. Undefined if every key may. */
type Chosen = { settings: Settings; change: OwnChange; signers?: readonly WalletKey[] }

type Around = {
  screens: DevicesScreens
  join: Join
  problem: WidgetError | undefined
  isOnlyKnown: boolean
}

/** The change that the person chooses on the list, or why the list must be shown again. */
async function askChange(
  context: ChoosesCalls,
  selection: Selection,
  { screens, join, problem, isOnlyKnown }: Around,
): Promise<Chosen | 'list' | 'only-known'> {
  const wallet = (selection.wallet ??= await chooseWallet(context, selection.wallets))
  const settings = await withRetry(context, () => readFresh(context, wallet), cannotRetry)
  const devices = listDevices(settings.wallet, settings.details, context.deps.memory)
  const answer = await screens.askDevices({
    wallet,
    canChangeWallet: selection.wallets.length > 1,
    devices,
    isFull: devices.length >= DEVICES_MAX,
    isReported: settings.details.keys !== undefined,
    isOnlyKnown,
    problem,
  })
  switch (answer.kind) {
    case 'wallet':
      selection.wallet = undefined
      return 'list'
    case 'join':
      await join(context, settings)
      return 'list'
    case 'remove':
      return chooseRemoval(context, settings, answer.device.key)
    case 'add': {
      const code = await askNewDevice(screens, settings)
      return code === undefined ? 'list' : { settings, change: addKey(code) }
    }
  }
}

/** A remaining passkey must sign a removal. Its signature proves that the wallet can still be used afterwards. */
function chooseRemoval({ deps }: HasMemory, settings: Settings, removed: WalletKey): Chosen | 'only-known' {
  const { wallet, details } = settings
  const signers = listKeys(details).filter((key) => !isSameKey(key, removed))
  const known = knownPasskeys(wallet, deps.memory.ofWallet(wallet.address))
  const isAnyKnown = known.some((passkey) => signers.some((key) => isSameKey(key, passkey)))
  return isAnyKnown ? { settings, change: removeKey(removed), signers } : 'only-known'
}

/**
 * The settings with the server's present list of passkeys. Another device may have named its passkey in the meantime.
 */
async function readFresh(
  context: LoadsCoins & HasConfig & HasMemory & HasClock,
  wallet: WidgetWallet,
): Promise<Settings> {
  const [settings, listed] = await Promise.all([
    readSettings(context, wallet),
    context.deps.api.wallets(context.signal),
  ])
  const fresh = listed.find(({ address }) => address.toLowerCase() === wallet.address.toLowerCase())
  const { passkey, passkeys } = fresh ?? wallet
  return { ...settings, wallet: { ...wallet, passkey, passkeys } }
}

/** The new device's key, after the person has compared the words on both screens. Undefined if they went back. */
async function askNewDevice(screens: DevicesScreens, { details }: Settings): Promise<DeviceCode | undefined> {
  let draft = ''
  let fieldProblem: CodeProblem | undefined
  for (;;) {
    draft = await screens.askCode({ draft, fieldProblem })
    if (draft === 'back') return undefined
    const code = await checkDeviceCode(draft, details)
    if (typeof code === 'string') fieldProblem = code
    else return (await screens.askSame(code)) ? code : undefined
  }
}
