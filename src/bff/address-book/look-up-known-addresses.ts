import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { findKnownAddresses } from './find-known-addresses.ts'

/** Returns names, look-alikes and the last use of addresses. */
export const lookUpKnownAddresses: ConsoleOperation<'lookUpKnownAddresses', CallsService & HasDatabase> = ({
  ctx,
  session,
  body,
}) => findKnownAddresses(ctx, session.organization, body)
