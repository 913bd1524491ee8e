import { types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** What the schema uses beside the server, and int8 as node-postgres reads it: a decimal string on both engines. */
export const PGLITE_OPTIONS = {
  extensions: { pg_trgm },
  parsers: { [types.INT8]: (text: string) => text },
}
