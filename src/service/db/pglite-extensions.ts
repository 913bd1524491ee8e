import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** What Postgres has beside the server, and the migrations use. */
export const PGLITE_EXTENSIONS = { pg_trgm }
