import { withdraws } from '#protocol/effects/grant.ts'
import type { CallDescription, Field, FieldLabel, FieldValue } from './call-description.ts'
import { FIELDS_BY_ROLE, type RowRole } from './row-roles.ts'

/** The name of a line. Screens have words for each. */
export type RowName = FieldLabel | 'collection' | 'extraData' | 'withdrawnFrom'

/** One line of a call. `isNobody`: the zero address, where it means that no account has the right. */
export type CallRow = { name: RowName; value: FieldValue; isNobody: boolean }

/**
 * The lines of a call for the given roles, in the order in which every screen shows them. The lines of a batch's
 * calls are not included, because each call has its own. Omits the wallet itself as the sender, because every screen
 * names it.
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
  if (label === 'operator' || label === 'spender') return withdraws(description) ? 'withdrawnFrom' : label
  if (label === 'token') return isOfItems(description) ? 'collection' : label
  if (label === 'data') return description.kind === 'unknown' ? label : 'extraData'
  return label
}

/** Whether the call's fields show that the token is a collection of items. */
function isOfItems({ fields }: CallDescription): boolean {
  return fields.some(({ label }) => label === 'tokenId' || label === 'items' || label === 'operator')
}
