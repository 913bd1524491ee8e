import type { FormattedValue } from '#protocol/display/call-description.ts'

/**
 * A line of the screen. `counts`: which one it is of each list; `list`: the list whose items are shown one behind the
 * other; `parent`: the list of plain values that it is one of. Both are empty where there is none.
 */
export type Row = {
  label: string
  counts: readonly number[]
  list: string
  parent: string
  value: FormattedValue
}

/** Numbers of one list stand in one line. */
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

/** The last count is the place in the list. */
function asList(row: Row, text: string): Row {
  return { ...row, counts: row.counts.slice(0, -1), value: { kind: 'list', texts: [text] } }
}
