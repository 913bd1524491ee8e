import type { AuditAction, ServiceAction } from '#protocol/audit-actions.ts'
import type { AuditDetails } from '#protocol/audit.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'

/** Inputs of a sentence. `call`: the entry's decoded call. Null if the entry has no call or the call is unknown. */
export type Said = { details: AuditDetails; call: CallDescription | null; isNamed: boolean }

export type ByFacts<Sentence> = Sentence | ((said: Said) => Sentence)
/** The sentence of a call that succeeded, and of one that was refused, failed or has an unknown outcome. */
export type Both = { did: string; tried: string }

/** Actions that can be refused or fail, so an entry does not always mean that the action happened. */
type TriedAction = ServiceAction | 'organization.deleted'

/** A sentence for each action. An endpoint whose action has no sentence does not compile. */
export type Sentences<Actions extends AuditAction = AuditAction> = {
  [Action in Actions]: Action extends TriedAction ? ByFacts<Both> : ByFacts<string>
}
