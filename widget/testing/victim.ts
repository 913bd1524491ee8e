import { expect } from 'vitest'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import type { Confirmation, SendScreens } from '#widget/flows/send-screens.ts'
import { CHAIN_ID } from './judge-execution.ts'
import { withChange, type Path } from './mutations.ts'
import { createPerson, FRIEND, sendPerson } from './scripted-screens.ts'
import { COIN, COLLECTION, FEE, FEE_RECEIVER, type ServerState } from './server-state.ts'
import type { openScreen } from './shown-text.ts'
import { createTestFlows, openBrowserWallet, type BrowserWallet } from './test-flows.ts'

export const COINS: SingleCall = { kind: 'erc20-transfer', token: COIN, to: FRIEND, amount: '12500000' }
const HOLDINGS = {
  collectibles: [{ tokenAddress: COLLECTION, name: 'Art', symbol: 'ART', tokenId: '7' }],
  multiTokens: [{ tokenAddress: FEE_RECEIVER, name: 'Items', symbol: 'ITEM', tokenId: '7', amount: '9' }],
}

type View = Parameters<SendScreens['askConfirm']>[0]
/** The person's screens, the page's event before the prompt, and the digest of the passkey prompt. */
export type Outcome = {
  view: View | undefined
  announced: BrowserWallet['emitted']['beforeSign'][number] | undefined
  signed: string | undefined
}
/** The effect of a lie. */
export type Verdict = 'refused' | 'visible' | 'harmless'

/** A lie at one position of one response. */
export const lie =
  (line: string, path: Path, value: unknown): ServerState['tamper'] =>
  (asked, content) =>
    asked === line ? withChange(content, path, value) : content

/** Records every response. */
export function recordResponses(
  answers: Map<string, unknown>,
  isWanted = (_line: string) => true,
): ServerState['tamper'] {
  return (line, content) => {
    if (isWanted(line)) answers.set(line, content)
    return content
  }
}

/**
 * One wallet for all lies about a call: a page's call, or a person's transfer. `history` means that it has
 * paid before.
 */
export async function createVictim(call?: WidgetCall, history = true) {
  const operations = ['create', 'transfer', 'approve', 'execute']
  const world = await openBrowserWallet({ fee: FEE, operations, ...(history && { holdings: HOLDINGS }) })
  const { authenticator, server } = world
  if (history) await world.sign({ ...COINS, amount: '1' })
  let stored = [...world.stored]

  async function sign(tamper: ServerState['tamper'] = (_line, content) => content): Promise<Outcome> {
    world.comeBack()
    authenticator.lastChallenge = undefined
    // Restores the time and the storage that the honest flow began with, so that only the lie differs.
    world.stored.clear()
    for (const [key, value] of stored) world.stored.set(key, value)
    world.emitted.beforeSign.length = 0
    server.tamper = tamper
    // A person who leaves when there is a problem.
    const person = sendPerson({
      askTransfer: async ({ draft, problem, fieldProblems }) =>
        problem === undefined && fieldProblems.length === 0
          ? { kind: 'transfer', draft: { ...draft, to: FRIEND, amount: '12.5' } }
          : world.leave(),
      askConfirm: async ({ problem }) => (problem === undefined ? 'confirm' : world.leave()),
      askRetry: async () => world.leave(),
    })
    // Lets the prompt fail, because its request is recorded and nothing relevant follows.
    authenticator.failNext(new Error('asked'))
    await (call === undefined ? world.send(person) : world.sign(call, person)).catch(() => {})
    const challenge = authenticator.lastChallenge
    const signed = challenge && `0x${Buffer.from(challenge).toString('hex')}`
    return { view: person.views('askConfirm')[0], announced: world.emitted.beforeSign[0], signed }
  }

  // This browser has seen the token before.
  if (!history) await sign()
  stored = [...world.stored]

  /** Records every response that the flow requests before the signature. */
  async function harvest(): Promise<Map<string, unknown>> {
    const answers = new Map<string, unknown>()
    await sign(recordResponses(answers))
    return answers
  }
  return { sign, harvest, world }
}

/** All data that a screen displays, and all data that is signed. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  )
}

/** The signed values without the expiration, which is displayed only to the minute. */
const essence = ({ call, chainId }: Confirmation) => plain([chainId, { ...call, expiration: 0n }])

/**
 * Fails if a signed value was not displayed. Also fails if the call differs from the page's call, even visibly. If
 * `isTyped`, a person has typed the values, which may differ visibly.
 */
export function createJudge(screen: ReturnType<typeof openScreen>, honest: Outcome, isTyped: boolean) {
  const { view: honestView } = honest
  if (honestView === undefined) throw new Error('the honest call was not shown')
  const honestText = screen.renderText(honestView)
  const { call } = honestView.confirmation

  return function judge(place: string, { signed, announced, view }: Outcome): Verdict {
    if (signed === undefined) return 'refused'
    if (view === undefined) throw new Error(`signed and never shown: ${place}`)
    const { confirmation } = view
    expect(plain(announced), place).toBe(plain({ digest: signed, call: confirmation.call }))
    if (plain(view) === plain(honestView)) {
      expect(signed, `signed and not shown: ${place}`).toBe(honest.signed)
      return 'harmless'
    }
    expect(signed, place).toBe(confirmation.digest)
    expect(signed, place).toBe(executeDigest(confirmation.chainId, confirmation.call))
    expect(confirmation.chainId, place).toBe(CHAIN_ID)
    const isSame = screen.renderText(view) === honestText
    // This browser already knows the decimals of the typed token, so a false response cannot change the calldata.
    expect(confirmation.call.data, place).toBe(call.data)
    if (isTyped && !isSame) return 'visible'
    expect(confirmation.call.value, place).toBe(call.value)
    expect(confirmation.call.walletAddress, place).toBe(call.walletAddress)
    expect(confirmation.call.toAddress, place).toBe(call.toAddress)
    if (!isSame) return 'visible'
    expect(essence(confirmation), `signed and not shown: ${place}`).toBe(essence(honestView.confirmation))
    return 'harmless'
  }
}

/** Creates a wallet with a lying server. The person leaves when there is a problem. */
export async function createThrough(tamper: ServerState['tamper']) {
  const world = createTestFlows()
  world.server.tamper = tamper
  const person = createPerson({
    askRetry: async () => world.leave(),
    askPerson: async ({ draft, problem }) =>
      problem ? world.leave() : { ...draft, email: 'mira@example.com' },
    askCode: async ({ problem }) => (problem ? world.leave() : { kind: 'code', code: '123456' }),
    showFunding: () => world.leave(),
  })
  let error: unknown
  const wallet = await world.create(person).catch((thrown: unknown) => void (error = thrown))
  return { wallet, error, world }
}
