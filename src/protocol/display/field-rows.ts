import type { CallDescription, Field, FieldLabel } from './call-description.ts'

/**
 * The fields of a call that have a line, for some labels (`fields-by-role.ts`), in their order. The lines of a batch's
 * calls are in those calls. Omits the wallet itself as the sender, because every screen names it.
 */
export function fieldRows({ fields }: CallDescription, labels: readonly FieldLabel[]): Field[] {
  return labels.flatMap((label) => fields.filter((field) => field.label === label && !isOwnSender(field)))
}

function isOwnSender({ label, value }: Field): boolean {
  return label === 'from' && value.kind === 'address' && value.is === 'wallet'
}
