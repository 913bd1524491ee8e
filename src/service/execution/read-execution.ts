import { sql } from 'kysely'
import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import { chargedFee, type ChargedFee, type FeeRow } from '#service/organizations/fee-settings.ts'
import { policySignerAddress } from '#service/organizations/policy-signer.ts'
import {
  enrolledApproverId,
  holdingPolicies,
  type HoldingPolicy,
} from '#service/policies/require-policies.ts'
import { approvalWallet } from '#service/wallets/approval-wallet.ts'
import { hasChangedAuthority } from '#service/wallets/has-changed-authority.ts'
import {
  ownWallet,
  WALLET_COLUMNS,
  type OwnWallet,
  type WalletRow,
} from '#service/wallets/require-own-wallet.ts'

/** The stored data that an execution is checked against. */
export type Execution = {
  wallet: OwnWallet
  /** The wallet's relying-party domain. Undefined if the organization no longer has it. */
  domain: string | undefined
  fee: ChargedFee | undefined
  /** The end-user who must approve the execution. */
  approverId: string | undefined
  policies: HoldingPolicy[]
  /** Addresses whose co-signature the service itself can provide. */
  ownCoSigners: { approvalWallet: Address | undefined; policySigner: Address | undefined }
  /** Whether the wallet has reported a change of its keys or its co-signer. */
  hasChangedAuthority: boolean
}

type ExecutionRow = WalletRow & {
  domain: string | null
  approver_id: string | null
  approval_wallet: string | null
  policy_signer: string | null
  has_changed_authority: boolean
  policies: HoldingPolicy[] | null
} & (FeeRow | { token_address: null })

/**
 * Reads in one query the data of the organization's wallet at an address (any case) that an execution needs.
 *
 * @throws WALLET_NOT_OWNED if the organization has no such wallet (profile 6)
 */
export async function readExecution(
  ctx: HasDatabase,
  organizationId: string,
  address: string,
): Promise<Execution> {
  const found = await sql<ExecutionRow>`${PREPARED}
    select ${WALLET_COLUMNS}, domain.domain, ${enrolledApproverId('wallet')} as approver_id,
      ${approvalWallet('wallet')} as approval_wallet, ${policySignerAddress('wallet')} as policy_signer,
      ${hasChangedAuthority('wallet', 'address')} as has_changed_authority,
      ${holdingPolicies('wallet', 'address')} as policies, fee.token_address, fee.token_symbol, fee.token_decimals,
      fee.amount_per_transaction, fee.withdraw_address
    from wallets as wallet
    left join organization_domains as domain on domain.organization_id = wallet.organization_id
      and domain.rp_id_hash = wallet.rp_id_hash and domain.verified_at is not null
    left join fee_settings as fee on fee.organization_id = wallet.organization_id
    where wallet.organization_id = ${organizationId} and wallet.address = ${address.toLowerCase()}
      and wallet.status <> 'failed'`.execute(ctx.db)
  const [row] = found.rows
  if (row === undefined) throw apiError('WALLET_NOT_OWNED')
  return {
    wallet: ownWallet(organizationId, row),
    domain: row.domain ?? undefined,
    fee: row.token_address === null ? undefined : chargedFee(row),
    approverId: row.approver_id ?? undefined,
    policies: row.policies ?? [],
    ownCoSigners: {
      approvalWallet: addressOr(row.approval_wallet),
      policySigner: addressOr(row.policy_signer),
    },
    hasChangedAuthority: row.has_changed_authority,
  }
}

function addressOr(address: string | null): Address | undefined {
  return address === null ? undefined : checksumAddress(address)
}
