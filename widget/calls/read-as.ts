import type { CallDescription } from '#protocol/display/call-description.ts'
import { tokenOperation } from '#protocol/operations.ts'
import type { SingleCall } from '#protocol/org/widget-call.ts'
import type { Kit } from './kit.ts'

/**
 * Refuses a typed call that decodes to another kind. Bytes have no claimed kind.
 *
 * @throws WidgetError `CONFIGURATION`
 */
export function requireReadAs(
  { WidgetError }: Kit,
  call: SingleCall,
  { kind }: CallDescription,
  at = 'call',
): void {
  if (call.kind === 'raw' || call.kind === kind) return
  if (tokenOperation(call.kind).alsoReadAs?.includes(kind)) return
  throw new WidgetError('CONFIGURATION', { detail: `${at}: for this token it is ${kind}` })
}
