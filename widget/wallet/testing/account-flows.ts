import type { ServerState } from '#widget/testing/server-state.ts'
import { createTestFlows, RP_ID, API_URL } from '#widget/testing/test-flows.ts'
import { login, type LoginInput, type LoginScreens } from '#widget/wallet/login.ts'
import type { PasskeySignals } from '#widget/wallet/passkey-signals.ts'
import { receive, type Received, type ReceiveView } from '#widget/wallet/receive.ts'
import { recover, type RecoverScreens } from '#widget/wallet/recover.ts'

type Parameter<Screens, Name extends keyof Screens> = Screens[Name] extends (view: infer View) => unknown
  ? View
  : never

/** Records the displayed steps by name. */
function recorder<Screens>() {
  const seen: { name: keyof Screens; view: unknown }[] = []
  const note =
    <Name extends keyof Screens>(name: Name) =>
    (view?: unknown) => {
      seen.push({ name, view })
      if (seen.length > 1_000) throw new RangeError('the flow goes round in circles')
    }
  const views = <Name extends keyof Screens>(name: Name) =>
    seen.filter((step) => step.name === name).map((step) => step.view as Parameter<Screens, Name>)
  return { seen, note, views, names: () => seen.map(({ name }) => name) }
}

/** Creates an in-memory environment for the login, receive and recovery flows. */
export function createAccountFlows(changes: Partial<ServerState> = {}) {
  const world = createTestFlows({ operations: ['create', 'approve', 'execute'], ...changes })
  const signals = {
    accepted: [] as string[],
    unknown: [] as string[],
  }
  const device: PasskeySignals = {
    accepted: ({ credentialId }) => void signals.accepted.push(credentialId),
    unknown: ({ credentialId }) => void signals.unknown.push(credentialId),
    canForget: true,
  }
  const signal = () => world.leaving.controller.signal
  const allow = { login: true, recover: true }
  const recovered: { address: string; label: string }[] = []

  async function logIn(answers: Partial<LoginScreens> = {}, input: Partial<LoginInput> = {}) {
    const shown = recorder<LoginScreens>()
    const screens: LoginScreens = {
      loading: shown.note('loading'),
      askLogin: async (view) => shown.note('askLogin')(view),
      working: shown.note('working'),
      askMissed: async (view) => {
        shown.note('askMissed')(view)
        // The person leaves after the first question.
        world.leaving.controller.abort(new Error('left'))
        return 'again'
      },
      showLoggedIn: shown.note('showLoggedIn'),
      ...answers,
    }
    const deps = { ...world.common, signals: device, screens, beforeLogin: () => allow.login }
    const result = await login(deps, { rpId: RP_ID, ...input }, signal()).catch((error: unknown) => error)
    return { result, ...shown }
  }

  async function recoverWallet(answers: Partial<RecoverScreens> = {}) {
    const shown = recorder<RecoverScreens>()
    const screens: RecoverScreens = {
      loading: shown.note('loading'),
      askWallet: async ([first]) => first!,
      askRetry: async (problem) => shown.note('askRetry')(problem),
      askPasskey: async (view) => shown.note('askPasskey')(view),
      showProposal: shown.note('showProposal'),
      showWaiting: shown.note('showWaiting'),
      askActivate: async (view) => shown.note('askActivate')(view),
      working: shown.note('working'),
      showNoBackup: shown.note('showNoBackup'),
      showRecovered: shown.note('showRecovered'),
      ...answers,
    }
    const deps = {
      ...world.common,
      signals: device,
      screens,
      beforeRecover: () => allow.recover,
      recovered: (wallet: { address: string; label: string }) => void recovered.push(wallet),
    }
    const input = { apiUrl: API_URL, host: RP_ID, rpId: RP_ID }
    const result = await recover(deps, input, signal()).catch((error: unknown) => error)
    return { result, ...shown }
  }

  /** Shows the address until `look` returns true. */
  async function receiveUntil(look: (view: ReceiveView, times: number) => boolean, shown = async () => {}) {
    const views: ReceiveView[] = []
    const received: Received[] = []
    const deps = {
      ...world.common,
      shown,
      received: (one: Received) => void received.push(one),
      screens: {
        loading: () => {},
        askWallet: async () => {
          throw new Error('not asked')
        },
        askRetry: async () => {},
        showReceive: (view: ReceiveView) => {
          views.push(view)
          if (look(view, views.length)) world.leaving.controller.abort(new Error('left'))
        },
      },
    }
    await receive(deps, {}, signal()).catch(() => {})
    return { views, received }
  }

  return { ...world, signals, device, allow, recovered, logIn, recoverWallet, receiveUntil }
}
