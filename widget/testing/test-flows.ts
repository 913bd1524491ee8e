import type { Hex } from 'viem'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { createWidgetApi } from '#widget/api.ts'
import openCalls from '#widget/calls/open-calls.ts'
import openCancel from '#widget/cancel/open-cancel.ts'
import type { WidgetError } from '#widget/errors.ts'
import { coinPlan } from '#widget/flows/choose-transfer.ts'
import type { CreateDeps } from '#widget/flows/create-context.ts'
import { createWallet } from '#widget/flows/create-wallet.ts'
import type { SendDeps } from '#widget/flows/send-context.ts'
import type { SendInput } from '#widget/flows/send-input.ts'
import { signTransaction } from '#widget/flows/sign-transaction.ts'
import type { Executed } from '#widget/flows/unfinished.ts'
import openFunding from '#widget/funding/open-funding.ts'
import openHeld from '#widget/held/open-held.ts'
import { createMemory } from '#widget/memory.ts'
import openNotes from '#widget/notes/look-up.ts'
import { createSession } from '#widget/session.ts'
import { createClock, createPerson, sendPerson } from './scripted-screens.ts'
import { createServerState, type ServerState } from './server-state.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'
import { standIn } from './stand-in-server.ts'

export const API_URL = 'https://wallets.example'
export const RP_ID = 'shop.example'
/** The request that submits a signed call. */
export const EXECUTE = 'POST /transactions/execute'

/** A browser's storage and its content. */
export function memoryStore() {
  const stored = new Map<string, string>()
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return { stored, store }
}

/** Creates an in-memory environment for a flow: a stand-in server, a software passkey, and a person with a script. */
export function createTestFlows(changes: Partial<ServerState> = {}) {
  const clock = createClock()
  const server = createServerState({ nowMs: clock.now, ...changes })
  const { stored, store } = memoryStore()
  const tokens = { token: 'token-1', getToken: async () => server.validToken }
  const errors: WidgetError[] = []
  const authenticator = createSoftwareAuthenticator()
  const api = createWidgetApi({
    apiUrl: API_URL,
    session: createSession(() => tokens),
    fetch: standIn(server),
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
  /** Aborted by a test to leave. A new controller lets the person come back. */
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
    const plan = call === undefined ? coinPlan(given) : calls.planCall(call, server.descriptors)
    return signTransaction(deps, given, leaving.controller.signal, plan)
  }

  /** Signs a page's call. */
  async function sign(call: unknown, person: ReturnType<typeof sendPerson> = sendPerson()) {
    return send(person, {}, undefined, call)
  }

  type Script = Parameters<typeof sendPerson>[0]
  /**
   * Sends a transfer, or signs a page's call, with this script. Returns the person with the screens that they
   * saw.
   */
  async function sent(script: Script = {}, input: Partial<SendInput> = {}) {
    const person = sendPerson(script)
    await send(person, input)
    return person
  }
  async function signed(call: unknown, script: Script = {}) {
    const person = sendPerson(script)
    await sign(call, person)
    return person
  }

  /** Leaves the flow, which ends it. */
  function leave(): never {
    leaving.controller.abort(new Error('left'))
    throw new Error('left')
  }
  /** Opens the page again. */
  const comeBack = () => void (leaving.controller = new AbortController())

  /** Replaces the server's response to the `time`th request of a kind. */
  function failOnce(line: string, answer: Response | 'lost', time = 1): void {
    server.interrupt = (asked, asking) => (asked === line && asking === time ? answer : undefined)
  }

  /** Adds an existing wallet that holds `units`. */
  async function withWallet(units = 100_000_000n) {
    const { fee } = server
    server.fee = null
    const { address } = await create()
    server.fee = fee
    server.balances.set(address, units)
    server.requests.length = 0
    errors.length = 0
    authenticator.prompts.create = 0
    return address
  }

  /** Forgets signed calls as if they had ended. Otherwise a returning person would follow them. */
  function forgetSigned(): void {
    for (const key of stored.keys()) if (key.startsWith('latchkey:sent:')) stored.delete(key)
  }

  const lines = () => server.requests.map(({ line }) => line)
  const executions = () => lines().filter((line) => line === EXECUTE).length
  return {
    common: { ...common, random },
    server,
    clock,
    stored,
    tokens,
    errors,
    authenticator,
    leaving,
    create,
    send,
    sign,
    sent,
    signed,
    leave,
    comeBack,
    failOnce,
    emitted,
    withWallet,
    forgetSigned,
    lines,
    executions,
  }
}

/** Flows in a browser with a wallet that holds `units`. */
export async function openBrowserWallet(changes: Partial<ServerState> = {}, units?: bigint) {
  const world = createTestFlows(changes)
  return { ...world, address: await world.withWallet(units) }
}
export type BrowserWallet = Awaited<ReturnType<typeof openBrowserWallet>>
