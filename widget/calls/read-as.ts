import type { CallDescription } from '#protocol/display/call-description.ts'
import { tokenOperation } from '#protocol/operations.ts'
import type { SingleCall } from '#protocol/org/widget-call.ts'
import { WidgetError } from '#widget/errors.ts'

/**
 * Refuses a typed call that decodes to another kind. Bytes have no claimed kind.
 *
 * @throws WidgetError `CONFIGURATION`
 */
export function requireReadAs(call: SingleCall, { kind }: CallDescription, at = 'call'): void {
  if (call.kind === 'raw' || call.kind === kind) return
  if (tokenOperation(call.kind).alsoReadAs?.includes(kind)) return
  throw new WidgetError('CONFIGURATION', { detail: `${at}: for this token it is ${kind}` })
}
