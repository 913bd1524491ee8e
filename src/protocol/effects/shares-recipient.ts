import type { CallDescription } from '#protocol/display/call-description.ts'
import type { Effect } from './effect.ts'

/**
 * Whether one account may receive something by either of two calls. If both are executed, it may be paid twice.
 */
export function sharesRecipient(one: CallDescription | null, other: CallDescription | null): boolean {
  const recipients = new Set(one?.effects.flatMap(listRecipients))
  return (other?.effects.flatMap(listRecipients) ?? []).some((recipient) => recipients.has(recipient))
}

/** Recipients and grantees of an effect, in lower case. For an unread call, its contract. */
function listRecipients(effect: Effect): string[] {
  switch (effect.does) {
    case 'move':
      return [effect.to.toLowerCase()]
    case 'grant':
      return effect.sets === 'nothing' ? [] : [effect.to.toLowerCase()]
    case 'object-to-removal':
    case 'unread':
      return [effect.contract.toLowerCase()]
    case 'backup':
    case 'cancel-recovery':
    case 'cancel-call':
    case 'co-signer':
    case 'start-co-signer-removal':
    case 'keep-co-signer':
    case 'add-key':
    case 'remove-key':
      return []
  }
}
