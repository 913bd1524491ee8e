import type * as z from 'zod/mini'
import type { CallsService } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { Organization } from '#bff/ports.ts'
import type { consoleWidgetSessionRequestSchema } from '#protocol/console/widget-session.ts'
import { findWallet } from './token-wallets.ts'
import type { WidgetBinding } from './widget-token.ts'

/** Converts a request to the binding of a new token. */
export function toBinding(
  input: z.output<typeof consoleWidgetSessionRequestSchema>,
  origin: string,
): WidgetBinding {
  const { externalUserId = null, externalUserLabel = null, email = null, walletAddress = null } = input
  return { origin, externalUserId, externalUserLabel, email, walletAddress, operations: input.operations }
}

/**
 * Checks that the requested wallet belongs to this organization. If the request also names a user, the wallet must
 * belong to that user. Without a wallet, there is nothing to check.
 *
 * @throws WALLET_NOT_OWNED
 */
export async function requireWallet(
  ctx: CallsService,
  organization: Organization,
  binding: WidgetBinding,
): Promise<void> {
  const { walletAddress, externalUserId } = binding
  if (walletAddress === null) return
  const wallet = await findWallet(ctx, organization, { walletAddress, externalUserId })
  if (wallet === undefined) throw bffError('WALLET_NOT_OWNED')
}
