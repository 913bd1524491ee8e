import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, DescribedCall, FieldValue } from '#protocol/display/call-description.ts'
import type { Simulation } from '#protocol/simulation.ts'
import { addressField, amountField, tokenAt } from './call-fields.ts'
import type { Effect, Move, Quantity } from './effect.ts'
import { isUnlimited } from './grant.ts'

/**
 * A difference between a simulation and the call's bytes in the balance of `account`, or in its allowance after the
 * call. `read` and `simulated` are undefined for no change.
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
/** A balance of an account: of a coin, or of one item if there is a `tokenId`. */
type Balance = { token: string; account: string; tokenId: string | undefined }
/** The change of a balance according to the call's bytes, and according to the simulation. */
type Change = Balance & { read: bigint; simulated: bigint }

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

/** One entry for each balance that the simulation or the call's bytes change. */
function balanceChanges(call: ComparedCall, effects: readonly Effect[], { changes }: Simulation): Change[] {
  const found = new Map<string, Change>()
  const findChange = ({ token, account, tokenId }: Balance): Change => {
    const name = `${token} ${account} ${tokenId}`.toLowerCase()
    const change = found.get(name) ?? { token, account, tokenId, read: 0n, simulated: 0n }
    found.set(name, change)
    return change
  }
  for (const { tokenAddress: token, account, tokenId, amount } of changes)
    findChange({ token, account, tokenId }).simulated += BigInt(amount)
  const moves = [...effects.filter((effect) => effect.does === 'move'), ...feeMoves(call)]
  for (const move of moves)
    for (const { units, ...balance } of readSides(move, changes))
      if (isWatched(balance, call)) findChange(balance).read += units
  return [...found.values()]
}

/** Splits each item of a move into the sender's loss and the recipient's gain. */
function readSides(move: Move, changes: Simulation['changes']): (Balance & { units: bigint })[] {
  const { token, from, to } = move
  return splitMove(move, changes).flatMap(({ tokenId, units }) => [
    { token, account: from, tokenId, units: -units },
    { token, account: to, tokenId, units },
  ])
}

function feeMoves({
  walletAddress,
  fee,
  feeCoinAddress: token,
  feeWithdrawAddress: to,
}: ComparedCall): Move[] {
  if (fee === '0' || sameAddress(token, ZERO_ADDRESS)) return []
  return [{ does: 'move', token, what: { is: 'coins', units: fee }, from: walletAddress, to }]
}

/**
 * Whether to compare this side of a move. A contract may pass on the native coins and items that it receives, so for
 * these only the wallet's side is compared.
 */
function isWatched({ token, account, tokenId }: Balance, call: ComparedCall): boolean {
  const isCoin = tokenId === undefined && !sameAddress(token, ZERO_ADDRESS)
  return isCoin || sameAddress(account, call.walletAddress)
}

/** An ambiguous number is an item if the simulation saw that item move. */
function splitMove(
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

/** Whether the call's bytes state the approval. The bytes of an increase do not contain the total allowance. */
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
  switch (what.is) {
    case 'coins':
      return number === what.units
    case 'number':
      return number === what.text
    case 'item':
      return number === what.id
    case 'items':
      return false
    case 'all':
      return number === undefined
  }
}

function balanceDifference(
  call: ComparedCall,
  { token, account, tokenId, read, simulated }: Change,
): Difference {
  const toValue = (units: bigint): FieldValue | undefined => {
    if (units === 0n) return undefined
    if (tokenId === undefined) return amountField('amount', String(units), tokenAt(token, call)).value
    return { kind: 'items', items: [{ tokenId, units: String(units) }] }
  }
  return {
    about: 'balance',
    token: addressField('token', token, call).value,
    account: addressField('to', account, call).value,
    read: toValue(read),
    simulated: toValue(simulated),
  }
}

function approvalDifference(call: ComparedCall, approval: Approval): Difference {
  const { tokenAddress: token, spender } = approval
  return {
    about: 'approval',
    token: addressField('token', token, call).value,
    account: addressField('spender', spender, call).value,
    read: undefined,
    simulated: approvedValue(call, approval),
  }
}

/** The approved amount or item; true for an operator of all items. */
function approvedValue(call: ComparedCall, { tokenAddress, amount, tokenId }: Approval): FieldValue {
  if (amount !== undefined)
    return amountField('amount', amount, tokenAt(tokenAddress, call), isUnlimited(amount)).value
  if (tokenId !== undefined) return { kind: 'item', tokenId }
  return { kind: 'boolean', value: true }
}
