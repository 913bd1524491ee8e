import { withdraws } from '#protocol/effects/grant.ts'
import type { CallDescription, Field, FieldLabel, FieldValue } from './call-description.ts'

/** The name of a line. Screens have words for each. */
export type RowName = FieldLabel | 'collection' | 'extraData' | 'withdrawnFrom'

/** One line of a call. `isNobody`: the zero address, where it means that no account has the right. */
export type CallRow = { name: RowName; value: FieldValue; isNobody: boolean }

/**
 * The fields by what their lines say. `quantity`: how much of what. `party`: the account that gains. `token`: the
 * token's contract. `detail`: any further fact. `stated`: already in the title or in other lines. `calls`: a batch's
 * calls.
 */
export const FIELDS_BY_ROLE = {
  quantity: ['tokenId', 'amount', 'number', 'items'],
  party: ['to', 'spender', 'operator', 'contract', 'backup', 'coSigner'],
  token: ['token'],
  detail: ['from', 'data', 'digest', 'key', 'value'],
  stated: ['approved', 'selector'],
  calls: ['calls'],
} as const

export type RowRole = keyof typeof FIELDS_BY_ROLE

/** Every role, in the order in which every screen shows them. */
export const ROW_ROLES = [
  'quantity',
  'party',
  'token',
  'detail',
  'stated',
  'calls',
] as const satisfies readonly RowRole[]

/**
 * The lines of a call with some roles, in the order in which every screen shows them. The lines of a batch's calls are
 * in those calls. Omits the wallet itself as the sender, because every screen names it.
 */
export function callRows(description: CallDescription, roles: readonly RowRole[]): CallRow[] {
  return roles
    .flatMap((role): readonly FieldLabel[] => FIELDS_BY_ROLE[role])
    .flatMap((label) => description.fields.filter((field) => field.label === label))
    .flatMap((field) => toRows(description, field))
}

function toRows(description: CallDescription, { label, value }: Field): CallRow[] {
  const is = value.kind === 'address' ? value.is : undefined
  if (label === 'from' && is === 'wallet') return []
  const isNobody = is === 'zero' && (label === 'spender' || label === 'backup' || label === 'coSigner')
  return [{ name: isNobody ? label : nameIn(description, label), value, isNobody }]
}

function nameIn(description: CallDescription, label: FieldLabel): RowName {
  switch (label) {
    case 'operator':
    case 'spender':
      return withdraws(description) ? 'withdrawnFrom' : label
    case 'token':
      return isOfItems(description) ? 'collection' : label
    case 'data':
      return description.kind === 'unknown' ? label : 'extraData'
    default:
      return label
  }
}

/** Whether the token has items, as far as the call says it. */
function isOfItems({ fields }: CallDescription): boolean {
  return fields.some(({ label }) => label === 'tokenId' || label === 'items' || label === 'operator')
}
