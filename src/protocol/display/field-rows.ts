import type { CallDescription, Field, FieldLabel } from './call-description.ts'

/**
 * The fields with these labels (`fields-by-role.ts`), in the order of the labels. A batch's calls have lines of their
 * own. Omits the sender if it is the wallet itself, because every screen names the wallet.
 */
export function fieldRows({ fields }: CallDescription, labels: readonly FieldLabel[]): Field[] {
  return labels.flatMap((label) => fields.filter((field) => field.label === label && !isOwnSender(field)))
}

function isOwnSender({ label, value }: Field): boolean {
  return label === 'from' && value.kind === 'address' && value.is === 'wallet'
}
