import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/**
 * Mark at the beginning of a frequent statement whose parameters are texts. A session then prepares the statement
 * once. Parsing and planning are two thirds to three quarters of such a statement's cost (docs/speed.md). Behind a
 * pooler, the mark is only a comment.
 */
export const PREPARED = sql.raw(PREPARED_MARK)
