import { sql } from 'kysely'
import type { Address } from 'viem'
import { ACT_ALERT_MS } from '#protocol/alerts.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Finding, LookAt } from './tables.ts'

type Row = { organizationId: string; address: Address; label: string }

/**
 * The wallets whose co-signer is being removed, until the removal takes effect or is cancelled. Reads the
 * contract, because a reorganization may have undone the start of the removal.
 */
export function coSignerRemovals({ db, chain }: HasChain & HasDatabase): LookAt {
  return async () => {
    const { rows } = await sql<Row>`
      select distinct own.organization_id as "organizationId", own.address, own.label
      from wallet_authority_events as changed
      join wallets as own on own.address = changed.wallet_address and own.status <> 'failed'
      where changed.removal_ends_at is not null and not changed.removal_is_over`.execute(db)
    const findings: Finding[] = []
    for (const row of rows) {
      const authority = await readAuthority(chain, row.address)
      if (authority?.coSignerUntilSeconds !== undefined) findings.push(toFinding(row))
    }
    return findings
  }
}

/** The wallets to which a passkey was added recently. */
export function addedKeys({ db }: HasDatabase): LookAt {
  return async (now) => {
    const since = new Date(now.getTime() - ACT_ALERT_MS)
    const { rows } = await sql<Row>`
      select distinct own.organization_id as "organizationId", own.address, own.label
      from wallet_authority_events as changed
      join wallets as own on own.address = changed.wallet_address and own.status <> 'failed'
      where changed.kind = 'key-added' and changed.found_at > ${since}`.execute(db)
    return rows.map(toFinding)
  }
}

function toFinding({ organizationId, address, label }: Row): Finding {
  const subject = checksumAddress(address)
  return { organizationId, subject, name: label || subject }
}
