import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { findIntegrations } from './integration-store.ts'

/** All integrations of the organization, newest first, revoked ones too. */
export const listIntegrations: ConsoleOperation<'listIntegrations'> = ({ ctx, session }) =>
  findIntegrations(ctx, session.organization.id)
