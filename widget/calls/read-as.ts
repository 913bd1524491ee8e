import type { CallDescription, CallKind } from '#protocol/display/call-description.ts'
import type { SingleCall, TokenCallKind } from '#protocol/org/widget-call.ts'
import type { Kit } from './kit.ts'

/** What the bytes of each kind must be read as: anything else is not what the page says that it is. */
const READ_AS: Record<TokenCallKind, readonly CallKind[]> = {
  'erc20-transfer': ['erc20-transfer'],
  'erc20-approve': ['erc20-approve', 'token-approve'],
  'erc721-transfer': ['erc721-transfer'],
  'erc721-approve': ['erc721-approve', 'token-approve'],
  'set-approval-for-all': ['set-approval-for-all', 'revoke-approval-for-all'],
  'erc1155-transfer': ['erc1155-transfer'],
  'erc1155-batch-transfer': ['erc1155-batch-transfer'],
}

/**
 * A page that says one thing and asks for another is not believed. Of bytes it says nothing.
 *
 * @throws WidgetError `CONFIGURATION`
 */
export function requireReadAs(
  { WidgetError }: Kit,
  call: SingleCall,
  { kind }: CallDescription,
  at = 'call',
): void {
  if (call.kind === 'raw' || READ_AS[call.kind].includes(kind)) return
  throw new WidgetError('CONFIGURATION', { detail: `${at}: for this token it is ${kind}` })
}
