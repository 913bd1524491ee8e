import { withdraws } from '#protocol/effects/grant.ts'
import type { CallDescription, Field, FieldLabel } from './call-description.ts'
import { fieldRows } from './field-rows.ts'

/** The name of a line. Screens have words for each. */
export type RowName = FieldLabel | 'collection' | 'extraData' | 'withdrawnFrom'

/** One line of a call. `isNobody`: the zero address, where it means that no account has the right. */
export type CallRow = { name: RowName; value: Field['value']; isNobody: boolean }

/**
 * Fields in which the zero address means that no account has the right. In other fields, the zero address is an
 * account, and tokens sent to it are lost.
 */
const RIGHTS: readonly FieldLabel[] = ['spender', 'backup', 'coSigner']

/** The lines of a call for the fields with these labels, in the order of the labels. */
export function callRows(description: CallDescription, labels: readonly FieldLabel[]): CallRow[] {
  return fieldRows(description, labels).map(({ label, value }) => {
    const isNobody = RIGHTS.includes(label) && value.kind === 'address' && value.is === 'zero'
    return { name: isNobody ? label : nameRow(description, label), value, isNobody }
  })
}

function nameRow(description: CallDescription, label: FieldLabel): RowName {
  if (label === 'operator' || label === 'spender') return withdraws(description) ? 'withdrawnFrom' : label
  if (label === 'token') return isOfItems(description) ? 'collection' : label
  if (label === 'data') return description.kind === 'unknown' ? label : 'extraData'
  return label
}

/** Whether the call's fields show that the token is a collection of items. */
function isOfItems({ fields }: CallDescription): boolean {
  return fields.some(({ label }) => label === 'tokenId' || label === 'items' || label === 'operator')
}
