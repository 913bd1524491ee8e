import type { Migration } from 'kysely/migration'

/**
 * `outsideTransaction`: for what takes long on a large table and blocks no writer: `create index concurrently`, `validate
 * constraint`, a back-fill of some rows at a time. It may be broken off and is run again from its beginning then.
 */
export type MigrationStep = Pick<Migration, 'up'> & { outsideTransaction?: true }

/** Every migration by its name, in order. Forward only: a released step is never edited or reverted. */
export type Migrations = {
  steps: Readonly<Record<string, MigrationStep>>
  /** Table that stores the names of the migrations that ran. */
  table: string
  /** Where the content hash of each is stored, so that a database made by another build is recognized. */
  contentTable: string
  lockTable: string
}
