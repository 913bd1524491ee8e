/** Beginnings that a spreadsheet runs as a formula. Source: OWASP "CSV injection". */
const FORMULA = /^[=+\-@\t\r]/

/** Begins a file: the byte order mark, by which a spreadsheet detects UTF-8. */
export const UTF8_MARK = '\uFEFF'

/**
 * One line of a CSV file with its line break. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, which spreadsheets do not show. Source: RFC 4180.
 */
export function csvLine(fields: readonly string[]): string {
  const written = fields.map((text) => {
    const plain = FORMULA.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  })
  return `${written.join(',')}\r\n`
}
