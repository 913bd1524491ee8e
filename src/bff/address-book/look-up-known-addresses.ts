import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { findKnownAddresses } from './find-known-addresses.ts'

/** Returns names, look-alikes and the last use of addresses. */
export const lookUpKnownAddresses: ConsoleOperation<'lookUpKnownAddresses'> = ({ ctx, session, body }) =>
  findKnownAddresses(ctx, session.organization, body)
