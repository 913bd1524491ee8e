import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/**
 * Begins a frequent statement whose parameters are texts, so that a session prepares it once. Parsing and
 * planning are two thirds to three quarters of such a statement's cost (docs/speed.md). Behind a pooler, it is a
 * comment.
 */
export const PREPARED = sql.raw(PREPARED_MARK)
