import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, DescribedCall, FieldValue } from '#protocol/display/call-description.ts'
import type { Simulation } from '#protocol/simulation.ts'
import { addressField, amountField, tokenAt } from './call-fields.ts'
import type { Effect, Move, Quantity } from './effect.ts'
import { isUnlimited } from './grant.ts'

/**
 * A difference between a simulation and the call's bytes: the balance of `account`, or its allowance
 * afterwards. An undefined value means nothing.
 */
export type Difference = {
  about: 'balance' | 'approval'
  token: FieldValue
  account: FieldValue
  read: FieldValue | undefined
  simulated: FieldValue | undefined
}

/** A call and its fee. */
export type ComparedCall = DescribedCall & { fee: string; feeCoinAddress: string; feeWithdrawAddress: string }

/** Fee of a call whose simulation excludes the fee. */
export const NO_FEE = { fee: '0', feeCoinAddress: ZERO_ADDRESS, feeWithdrawAddress: ZERO_ADDRESS } as const

type Approval = Simulation['approvals'][number]
type Change = { token: string; account: string; tokenId: string | undefined; read: bigint; simulated: bigint }

/**
 * The differences between a simulation and a call's bytes. For an unread call, everything in its simulation is
 * a difference.
 */
export function compareSimulation(
  call: ComparedCall,
  description: CallDescription | null,
  simulation: Simulation,
): Difference[] {
  const effects = description?.effects ?? []
  return [
    ...balanceChanges(call, effects, simulation)
      .filter(({ read, simulated }) => read !== simulated)
      .map((change) => balanceDifference(call, change)),
    ...simulation.approvals
      .filter((approval) => !isRead(approval, effects) && !sameAddress(approval.spender, call.walletAddress))
      .map((approval) => approvalDifference(call, approval)),
  ]
}

function balanceChanges(call: ComparedCall, effects: readonly Effect[], { changes }: Simulation): Change[] {
  const found = new Map<string, Change>()
  const add = (
    side: 'read' | 'simulated',
    amount: bigint,
    key: Pick<Change, 'token' | 'account' | 'tokenId'>,
  ) => {
    const name = `${key.token} ${key.account} ${key.tokenId}`.toLowerCase()
    const change = found.get(name) ?? { ...key, read: 0n, simulated: 0n }
    change[side] += amount
    found.set(name, change)
  }
  for (const { tokenAddress: token, account, tokenId, amount } of changes)
    add('simulated', BigInt(amount), { token, account, tokenId })
  const fee = feeOf(call)
  for (const move of [...effects.filter((effect) => effect.does === 'move'), ...fee])
    for (const { tokenId, units } of partsOf(move, changes))
      for (const [account, amount] of [
        [move.from, -units],
        [move.to, units],
      ] as const)
        if (isWatched(move, tokenId, account, call))
          add('read', amount, { token: move.token, account, tokenId })
  return [...found.values()]
}

function feeOf({ walletAddress, fee, feeCoinAddress: token, feeWithdrawAddress: to }: ComparedCall): Move[] {
  if (fee === '0' || sameAddress(token, ZERO_ADDRESS)) return []
  return [{ does: 'move', token, what: { is: 'coins', units: fee }, from: walletAddress, to }]
}

/**
 * Whether to compare a move. A contract may pass on native coins and items as it receives them, so only the
 * wallet's side counts for those.
 */
function isWatched({ token }: Move, tokenId: string | undefined, account: string, call: ComparedCall) {
  const isCoin = tokenId === undefined && !sameAddress(token, ZERO_ADDRESS)
  return isCoin || sameAddress(account, call.walletAddress)
}

/** An ambiguous number is an item if the simulation saw that item move. */
function partsOf(
  { token, what }: Move,
  changes: Simulation['changes'],
): { tokenId?: string; units: bigint }[] {
  switch (what.is) {
    case 'coins':
      return [{ units: BigInt(what.units) }]
    case 'number':
      return changes.some(
        ({ tokenAddress, tokenId }) => tokenId === what.text && sameAddress(tokenAddress, token),
      )
        ? [{ tokenId: what.text, units: 1n }]
        : [{ units: BigInt(what.text) }]
    case 'item':
      return [{ tokenId: what.id, units: BigInt(what.units ?? '1') }]
    case 'items':
      return what.items.map(({ tokenId, units }) => ({ tokenId, units: BigInt(units) }))
    case 'all':
      return []
  }
}

/** Whether the call's bytes state the approval. The total of an increased allowance is not in them. */
function isRead({ tokenAddress, spender, amount, tokenId }: Approval, effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      effect.does === 'grant' &&
      effect.sets !== 'nothing' &&
      sameAddress(effect.token, tokenAddress) &&
      sameAddress(effect.to, spender) &&
      (effect.sets === 'more' || quantityIs(effect.what, amount ?? tokenId)),
  )
}

function quantityIs(what: Quantity, number: string | undefined): boolean {
  if (what.is === 'all') return number === undefined
  return (
    number ===
    (what.is === 'coins' ? what.units : what.is === 'number' ? what.text : what.is === 'item' ? what.id : '')
  )
}

function balanceDifference(
  call: ComparedCall,
  { token, account, tokenId, read, simulated }: Change,
): Difference {
  const valueOf = (units: bigint): FieldValue | undefined =>
    units === 0n
      ? undefined
      : tokenId === undefined
        ? amountField('amount', String(units), tokenAt(token, call)).value
        : { kind: 'items', items: [{ tokenId, units: String(units) }] }
  return {
    about: 'balance',
    token: addressField('token', token, call).value,
    account: addressField('to', account, call).value,
    read: valueOf(read),
    simulated: valueOf(simulated),
  }
}

function approvalDifference(
  call: ComparedCall,
  { tokenAddress: token, spender, amount, tokenId }: Approval,
): Difference {
  return {
    about: 'approval',
    token: addressField('token', token, call).value,
    account: addressField('spender', spender, call).value,
    read: undefined,
    simulated:
      amount !== undefined
        ? amountField('amount', amount, tokenAt(token, call), isUnlimited(amount)).value
        : tokenId === undefined
          ? { kind: 'boolean', value: true }
          : { kind: 'item', tokenId },
  }
}
