import { sql, type RawBuilder } from 'kysely'

/**
 * SQL: whether a row of `wallets` is found by `text`: in its label, its end-user's id, label and email, or as the
 * beginning of its address.
 */
export function foundBy(text: string): RawBuilder<boolean> {
  const plain = escapeLike(text)
  return sql`(search_text like '%' || lower(${plain}) || '%' or address like ${`${plain.toLowerCase()}%`})`
}

/** The search text means itself: its % and _ are no wildcards. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
