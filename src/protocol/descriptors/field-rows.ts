import type { FormattedValue } from '#protocol/display/call-description.ts'

/**
 * A displayed line. `counts`: its index in each list; `list`: the list whose items are displayed one after the
 * other; `parent`: its list of plain values. Both are empty without one.
 */
export type Row = {
  label: string
  counts: readonly number[]
  list: string
  parent: string
  value: FormattedValue
}

/** Joins the numbers of one list into one line. */
export function joinNumbers(rows: readonly Row[]): Row[] {
  const joined: Row[] = []
  for (const row of rows) {
    const { value } = row
    const last = joined.at(-1)
    const single = row.parent !== '' && value.kind === 'number' ? asList(row, value.text) : row
    if (last?.value.kind === 'list' && single.value.kind === 'list' && isSameList(last, single))
      joined[joined.length - 1] = {
        ...last,
        value: { kind: 'list', texts: [...last.value.texts, ...single.value.texts] },
      }
    else joined.push(single)
  }
  return joined
}

function isSameList(one: Row, other: Row): boolean {
  return one.parent !== '' && one.parent === other.parent && one.label === other.label
}

/** The last count is the index in the list. */
function asList(row: Row, text: string): Row {
  return { ...row, counts: row.counts.slice(0, -1), value: { kind: 'list', texts: [text] } }
}
