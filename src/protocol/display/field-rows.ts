import type { CallDescription, FieldLabel, FieldValue } from './call-description.ts'

/** A field's line. `isNobody`: the zero address, where it means that no account has the right. */
export type FieldRow = { label: FieldLabel; value: FieldValue; isNobody: boolean }

/** Fields whose zero address stands for nobody. Elsewhere it is an account, whose tokens are lost. */
const RIGHTS: readonly FieldLabel[] = ['spender', 'backup', 'coSigner']

/**
 * The lines of a call for some fields (`fields-by-role.ts`), in their order. The lines of a batch's calls are in those
 * calls. Omits the wallet itself as the sender, because every screen names it.
 */
export function fieldRows(description: CallDescription, labels: readonly FieldLabel[]): FieldRow[] {
  return labels
    .flatMap((label) => description.fields.filter((field) => field.label === label))
    .filter(({ label, value }) => label !== 'from' || whoseAddress(value) !== 'wallet')
    .map((field) => ({
      ...field,
      isNobody: RIGHTS.includes(field.label) && whoseAddress(field.value) === 'zero',
    }))
}

function whoseAddress(value: FieldValue): 'wallet' | 'zero' | 'token' | undefined {
  return value.kind === 'address' ? value.is : undefined
}
