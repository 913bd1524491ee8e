import { expect } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { Waiting } from '#widget/files.ts'
import { signMessage, type SignDeps } from '#widget/sign/sign-message.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { COIN, type ServerState } from '#widget/testing/server-state.ts'
import { createTestFlows, RP_ID } from '#widget/testing/test-flows.ts'

/** Origin of the page that requests the signature. */
export const ORIGIN = 'https://shop.example'
export const TEXT = { kind: 'text', text: 'I accept the terms.' } satisfies SignableMessage
export const REFUSED = {
  held: 'held',
  declined: 'declined',
  expired: 'expired',
  unsafe: 'unsafe',
  coSigner: 'co-signer',
}

/** A wallet whose token may sign, with the flow's views and questions. `fails` returns the error. */
export async function openMessageFlow(changes: Partial<ServerState> = {}) {
  const world = createTestFlows({ operations: ['create', 'transfer', 'execute', 'sign'], ...changes })
  const address = checksumAddress(await world.withWallet())
  const views: Parameters<SignDeps['screens']['askSign']>[0][] = []
  const asked: Parameters<SignDeps['beforeSign']>[0][] = []
  const waits: Waiting[] = []
  const screens: SignDeps['screens'] = {
    refused: REFUSED,
    loading: () => {},
    askWallet: async ([first]) => first!,
    askRetry: async (problem) => {
      throw problem
    },
    askSign: async (view) => {
      views.push(view)
      if (views.length > 9) throw new RangeError('the flow goes round in circles')
    },
    showWaiting: () => {},
    showSigned: () => void views.push(views.at(-1)!),
  }
  function sign(message: unknown, changed: Partial<SignDeps> = {}) {
    const deps: SignDeps = {
      ...world.common,
      origin: ORIGIN,
      screens,
      viewWaiting: async (waiting) => {
        waits.push(waiting)
        return { icon: { name: 'clock', tone: 'warning' }, heading: '', text: '', parts: [] }
      },
      beforeSign: (signing) => asked.push(signing) > 0,
      ...changed,
    }
    const input = { host: RP_ID, rpId: RP_ID }
    const given = message as SignableMessage | null
    return signMessage(deps, input, given, world.leaving.controller.signal)
  }
  const fails = (message: unknown, changed: Partial<SignDeps> = {}) =>
    sign(message, changed).then(
      () => expect.unreachable(),
      (error: WidgetError) => error,
    )
  return { world, address, views, asked, waits, sign, fails }
}

/** A permit of the demo token. `value` is in base units. */
export const permit = (owner: string, value: string): SignableMessage => ({
  kind: 'typed-data',
  typedData: {
    domain: { name: 'Demo Coin', version: '1', chainId: CHAIN_ID, verifyingContract: COIN },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner, spender: COIN, value, nonce: 0, deadline: 1 },
  },
})
/** Typed data of an unknown kind. */
export const OTHER = {
  kind: 'typed-data',
  typedData: {
    domain: {},
    types: { Vote: [{ name: 'for', type: 'string' }] },
    primaryType: 'Vote',
    message: { for: 'Ada' },
  },
} satisfies SignableMessage
