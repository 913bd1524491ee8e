import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/**
 * Begins a frequent statement whose parameters are texts, so that the embedded engine prepares it. Parsing
 * and planning are three quarters of the statement's cost there (ADR 0027). For Postgres it is a comment.
 */
export const PREPARED = sql.raw(PREPARED_MARK)
