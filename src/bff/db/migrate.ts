import type { Migration } from 'kysely/migration'
import { runMigrations } from '#server-kit/db/run-migrations.ts'
import type { BffDatabase } from './tables.ts'
import { up as initial } from './migrations/0001-initial.ts'
import { up as hostedOutcomes } from './migrations/0003-hosted-outcomes.ts'
import { up as vault } from './migrations/0004-vault.ts'
import { up as members } from './migrations/0005-members.ts'
import { up as audit } from './migrations/0006-audit.ts'
import { up as addressBook } from './migrations/0007-address-book.ts'
import { up as exports } from './migrations/0008-exports.ts'
import { up as walletPasskeys } from './migrations/0010-wallet-passkeys.ts'
import { up as integrationSecrets } from './migrations/0011-integration-secrets.ts'
import { up as repeatedAnswers } from './migrations/0012-repeated-answers.ts'
import { up as passkeyNames } from './migrations/0013-passkey-names.ts'
import { up as stepUpBodies } from './migrations/0014-step-up-bodies.ts'

/** Forward only, in the order of their names. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0003-hosted-outcomes': { up: hostedOutcomes },
  '0004-vault': { up: vault },
  '0005-members': { up: members },
  '0006-audit': { up: audit },
  '0007-address-book': { up: addressBook },
  '0008-exports': { up: exports },
  '0010-wallet-passkeys': { up: walletPasskeys },
  '0011-integration-secrets': { up: integrationSecrets },
  '0012-repeated-answers': { up: repeatedAnswers },
  '0013-passkey-names': { up: passkeyNames },
  '0014-step-up-bodies': { up: stepUpBodies },
}

/** Brings the BFF's tables to the newest shape; safe when several processes start at once, and while others serve. */
export async function migrate(db: BffDatabase, migrations = MIGRATIONS): Promise<void> {
  await runMigrations({
    db,
    migrations,
    migrationTableName: 'bff_migration',
    migrationLockTableName: 'bff_migration_lock',
  })
}
