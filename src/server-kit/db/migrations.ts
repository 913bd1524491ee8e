import type { Migration } from 'kysely/migration'

/**
 * `outsideTransaction` is for steps that take long on a large table and block no writer: `create index
 * concurrently`, `validate constraint`, a batched back-fill. Such a step may be interrupted. It then runs
 * again from its beginning.
 */
export type MigrationStep = Pick<Migration, 'up'> & {
  outsideTransaction?: true
  /**
   * The step only adds what the former version does not use, such as a table, an index or a nullable column. The
   * former version then starts on the newer tables too, so that an upgrade can be rolled back (ADR 0027).
   */
  additive?: true
}

/** Every migration by its name, in order. Forward only: a released step is never edited or reverted. */
export type Migrations = {
  steps: Readonly<Record<string, MigrationStep>>
  /** Table that stores the names of the migrations that ran. */
  table: string
  /**
   * First step of the builds before the first release, which `0001-schema` replaced. Their databases cannot be
   * upgraded.
   */
  replaced?: readonly string[]
  /** Table that stores each step's content hash, so that a database of another build is recognized. */
  contentTable: string
  lockTable: string
}
