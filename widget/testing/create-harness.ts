import type { Hex } from 'viem'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { createWidgetApi } from '#widget/api.ts'
import openCalls from '#widget/calls/open-calls.ts'
import openCancel from '#widget/cancel/open-cancel.ts'
import type { WidgetError } from '#widget/errors.ts'
import { coinPlan } from '#widget/flows/choose-transfer.ts'
import type { CreateDeps } from '#widget/flows/create-context.ts'
import { createWallet } from '#widget/flows/create-wallet.ts'
import type { Executed, SendDeps, SendInput } from '#widget/flows/send-context.ts'
import { signTransaction } from '#widget/flows/sign-transaction.ts'
import openFunding from '#widget/funding/open-funding.ts'
import openHeld from '#widget/held/open-held.ts'
import { createMemory } from '#widget/memory.ts'
import openNotes from '#widget/notes/look-up.ts'
import { createSession } from '#widget/session.ts'
import { createClock, createPerson, sendPerson } from './scripted-screens.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'
import { createWorld, standIn, type World } from './stand-in-server.ts'

export const API_URL = 'https://wallets.example'
export const RP_ID = 'shop.example'

/** Everything around a flow, in memory: a stand-in server, a software passkey, a person with a script. */
export function createHarness(changes: Partial<World> = {}) {
  const clock = createClock()
  const world = createWorld({ nowMs: clock.now, ...changes })
  const stored = new Map<string, string>()
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const tokens = { token: 'token-1', getToken: async () => world.validToken }
  const errors: WidgetError[] = []
  const authenticator = createSoftwareAuthenticator()
  const api = createWidgetApi({
    apiUrl: API_URL,
    session: createSession(() => tokens),
    fetch: standIn(world),
    now: clock.now,
    online: () => true,
  })
  const common = {
    api,
    authenticator,
    memory: createMemory(store),
    clock,
    report: (error: WidgetError) => void errors.push(error),
  }
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  /** Leaving: a test aborts it, and puts a new one there to come back. */
  const leaving = { controller: new AbortController() }

  function create(person: ReturnType<typeof createPerson> = createPerson(), label?: string) {
    const deps: CreateDeps = {
      ...common,
      random,
      screens: person,
      funding: async () => openFunding(),
      beforeCreate: () => true,
    }
    return createWallet(deps, { apiUrl: API_URL, rpId: RP_ID, label }, leaving.controller.signal)
  }

  const calls = openCalls()
  const notes = openNotes()
  const emitted = {
    executed: [] as Executed[],
    statuses: [] as TransactionState[],
    changes: [] as Parameters<SendDeps['statusChanged']>[0][],
    beforeSign: [] as { digest: Hex; call: ExecuteCall }[],
  }

  function send(
    person: ReturnType<typeof sendPerson> = sendPerson(),
    input: Partial<SendInput> = {},
    allowSign: () => boolean = () => true,
    call?: unknown,
  ) {
    const deps: SendDeps = {
      ...common,
      screens: person,
      beforeSign: (signing) => {
        emitted.beforeSign.push(signing)
        return allowSign()
      },
      held: async () => openHeld(),
      cancel: async () => openCancel()(),
      notes,
      callReader: async () => calls.read(undefined),
      executed: (executed) => void emitted.executed.push(executed),
      statusChanged: (changed) => {
        emitted.statuses.push(changed.status)
        emitted.changes.push(changed)
      },
    }
    const given = { host: RP_ID, rpId: RP_ID, ...input }
    const plan = call === undefined ? coinPlan(given) : calls.planOf(call, world.descriptors)
    return signTransaction(deps, given, leaving.controller.signal, plan)
  }

  /** Signs the call of a page. */
  async function sign(call: unknown, person: ReturnType<typeof sendPerson> = sendPerson()) {
    return send(person, {}, undefined, call)
  }

  /** A wallet that exists already, holding `units`. */
  async function withWallet(units = 100_000_000n) {
    const { fee } = world
    world.fee = null
    const { address } = await create()
    world.fee = fee
    world.balances.set(address, units)
    world.requests.length = 0
    errors.length = 0
    authenticator.prompts.create = 0
    return address
  }

  /** As if what was signed had ended: whoever comes back to it would follow that. */
  function forgetSigned(): void {
    for (const key of stored.keys()) if (key.startsWith('latchkey:sent:')) stored.delete(key)
  }

  const lines = () => world.requests.map(({ line }) => line)
  return {
    common: { ...common, random },
    world,
    clock,
    stored,
    tokens,
    errors,
    authenticator,
    leaving,
    create,
    send,
    sign,
    emitted,
    withWallet,
    forgetSigned,
    lines,
  }
}
