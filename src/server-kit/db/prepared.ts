import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/**
 * Begins a statement that nearly every request makes, with texts as its parameters: the embedded engine has it
 * prepared. Its parsing and planning there are three quarters of its cost (ADR 0027). For Postgres, a comment.
 */
export const PREPARED = sql.raw(PREPARED_MARK)
