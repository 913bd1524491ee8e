import { withdraws } from '#protocol/effects/grant.ts'
import type { CallDescription, FieldLabel } from './call-description.ts'
import { fieldRows, type FieldRow } from './field-rows.ts'

/** The name of a line. Screens have words for each. */
export type RowName = FieldLabel | 'collection' | 'extraData' | 'withdrawnFrom'

/** One line of a call, with its name. */
export type CallRow = FieldRow & { name: RowName }

/** The lines of a call for some fields, in the order of `fieldRows`. */
export function callRows(description: CallDescription, labels: readonly FieldLabel[]): CallRow[] {
  return fieldRows(description, labels).map((row) => ({ ...row, name: nameRow(description, row) }))
}

function nameRow(description: CallDescription, { label, isNobody }: FieldRow): RowName {
  if (isNobody) return label
  if (label === 'operator' || label === 'spender') return withdraws(description) ? 'withdrawnFrom' : label
  if (label === 'token') return isOfItems(description) ? 'collection' : label
  if (label === 'data') return description.kind === 'unknown' ? label : 'extraData'
  return label
}

/** Whether the call's fields show that the token is a collection of items. */
function isOfItems({ fields }: CallDescription): boolean {
  return fields.some(({ label }) => label === 'tokenId' || label === 'items' || label === 'operator')
}
