import { encodeCall } from '#protocol/signing/calldata.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { type createTestFlows, openBrowserWallet } from '#widget/testing/test-flows.ts'

const OPERATIONS = ['create', 'transfer', 'approve', 'execute']
export const GAME = '0x610178dA211FEF7D417bC0e6FeD39F05609AD788'
export const PLAY = encodeCall('play(address,uint256,uint256)', [FRIEND, '1500000', '2'])
/** A call to a function of no known standard. */
export const UNREAD = { kind: 'raw', to: GAME, data: PLAY } satisfies SingleCall
export const COINS = {
  kind: 'erc20-transfer',
  token: COIN,
  to: FRIEND,
  amount: '12500000',
} satisfies SingleCall
export const GRANT = {
  kind: 'erc20-approve',
  token: COIN,
  spender: FRIEND,
  amount: String(2n ** 256n - 1n),
} satisfies SingleCall

/** A person who leaves after a failure. */
export const quick = () =>
  sendPerson({
    askRetry: async (problem) => {
      throw problem
    },
  })

/**
 * A wallet whose token allows every call. `sign` takes the page’s call. The person leaves after a failure.
 */
export async function openCallFlow(changes: Parameters<typeof createTestFlows>[0] = {}) {
  const world = await openBrowserWallet({ operations: OPERATIONS, ...changes })
  return { ...world, sign: (call: unknown, person = quick()) => world.sign(call, person) }
}

/** Signs `call`. Returns the confirmation and the executed request. */
export async function confirmed(call: WidgetCall, changes: Parameters<typeof createTestFlows>[0] = {}) {
  const world = await openCallFlow(changes)
  const person = quick()
  await world.sign(call, person)
  const confirmation = person.views('askConfirm')[0]?.confirmation
  if (confirmation === undefined) throw new Error('nothing was shown')
  const [executed] = world.server.executed
  if (executed === undefined) throw new Error('nothing was executed')
  return { world, confirmation, executed, description: confirmation.description }
}

export const codes = (description: { warnings: { code: string }[] }): string[] =>
  description.warnings.map(({ code }) => code)
