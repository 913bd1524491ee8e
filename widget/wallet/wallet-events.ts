import type { LatchkeyEventMap } from '#widget/events.ts'

type Names = 'before-login' | 'logged-in' | 'received' | 'backup-set' | 'before-recover' | 'recovery-ready'
type Details = { [Name in Names]: LatchkeyEventMap[`latchkey-${Name}`]['detail'] }

/** An event of these flows for the page. `…-before-…` events can be prevented. */
export function walletEvent<Name extends Names>(name: Name, detail: Details[Name]): CustomEvent {
  const cancelable = name.startsWith('before-')
  return new CustomEvent(`latchkey-${name}`, { bubbles: true, composed: true, cancelable, detail })
}
