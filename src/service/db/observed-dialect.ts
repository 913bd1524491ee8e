import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/** Told when a piece of work takes a connection; answers what is told when it gives the connection back. */
export type DatabaseObserver = () => (work: { kind: 'statement' | 'transaction' }) => void

/** The same dialect with each use of a connection observed: a single statement, or a whole transaction. */
export function observedDialect(dialect: Dialect, observe: DatabaseObserver | undefined): Dialect {
  if (observe === undefined) return dialect
  return {
    createDriver: () => observedDriver(dialect.createDriver(), observe),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

type Use = { end: ReturnType<DatabaseObserver>; kind: 'statement' | 'transaction' }

/** A driver has private state, so it is asked itself: only three of its methods are looked at on the way. */
function observedDriver(driver: Driver, observe: DatabaseObserver): Driver {
  const uses = new WeakMap<DatabaseConnection, Use>()
  const observed: Partial<Driver> = {
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
  return new Proxy(driver, {
    get: (target, name) => {
      const own: unknown = Reflect.get(observed, name)
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
