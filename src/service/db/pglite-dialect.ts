import type { PGlite } from '@electric-sql/pglite'
import {
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type TransactionSettings,
} from 'kysely'
import { PGliteConnection } from './pglite-connection.ts'
import { TableVersions } from './table-versions.ts'

/**
 * Kysely on the embedded engine, several times cheaper for each query than kysely's own dialect: one message
 * instead of six, and statements that come again are prepared. Source: docs/adr/0034.
 */
export class PreparingPGliteDialect implements Dialect {
  readonly #pglite: PGlite
  /** Told of every statement. */
  readonly versions = new TableVersions()

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  createDriver(): Driver {
    return new PGliteDriver(this.#pglite, this.versions)
  }

  createAdapter(): PGliteAdapter {
    return new PGliteAdapter()
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

/** One connection; kysely lets one user after the other have it. */
class PGliteDriver implements Driver {
  readonly #pglite: PGlite
  readonly #connection: PGliteConnection

  constructor(pglite: PGlite, versions: TableVersions) {
    this.#pglite = pglite
    this.#connection = new PGliteConnection(pglite, versions)
  }

  async init(): Promise<void> {
    await this.#pglite.waitReady
  }

  async acquireConnection(): Promise<PGliteConnection> {
    await this.#connection.lock()
    return this.#connection
  }

  async releaseConnection(connection: PGliteConnection): Promise<void> {
    connection.unlock()
  }

  async beginTransaction(connection: PGliteConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    connection.begin(`start transaction${isolation}${accessMode === undefined ? '' : ` ${accessMode}`}`)
  }

  async commitTransaction(connection: PGliteConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PGliteConnection): Promise<void> {
    await connection.rollback()
  }

  async destroy(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close()
  }
}
