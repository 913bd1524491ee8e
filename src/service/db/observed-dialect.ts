import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { replaceMembers } from './replace-members.ts'

/** Called when work takes a connection. Returns the function that is called when the connection is returned. */
export type DatabaseObserver = () => (work: { kind: 'statement' | 'transaction' }) => void

/** Returns the dialect with each use of a connection observed: a single statement, or a whole transaction. */
export function observedDialect(dialect: Dialect, observe: DatabaseObserver | undefined): Dialect {
  return observe === undefined ? dialect : withDriver(dialect, (driver) => observations(driver, observe))
}

/** Returns the dialect with some methods of its driver replaced. */
export function withDriver(dialect: Dialect, replace: (driver: Driver) => Partial<Driver>): Dialect {
  return {
    createDriver: () => {
      const driver = dialect.createDriver()
      return replaceMembers(driver, replace(driver))
    },
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

type Use = { end: ReturnType<DatabaseObserver>; kind: 'statement' | 'transaction' }

function observations(driver: Driver, observe: DatabaseObserver): Partial<Driver> {
  const uses = new WeakMap<DatabaseConnection, Use>()
  return {
    acquireConnection: async (options) => {
      const end = observe()
      const connection = await driver.acquireConnection(options)
      uses.set(connection, { end, kind: 'statement' })
      return connection
    },
    beginTransaction: (connection, settings) => {
      const use = uses.get(connection)
      if (use !== undefined) use.kind = 'transaction'
      return driver.beginTransaction(connection, settings)
    },
    releaseConnection: (connection, options) => {
      const use = uses.get(connection)
      uses.delete(connection)
      use?.end({ kind: use.kind })
      return driver.releaseConnection(connection, options)
    },
  }
}
