import { csvFields, csvLine, UTF8_MARK } from '#protocol/display/csv-line.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import { type Page, withQuery } from '#web/ui/ask-server.ts'

/** Maximum rows in a file of a list that the browser has to read page by page. */
export const EXPORTED_MAX = 10_000

/** `isWhole`: whether these are all that the filters select. */
export type Exported = { items: readonly object[]; isWhole: boolean }

/** Reads a list's pages from the newest on, until the end or the most that a file has. */
export async function readPages(
  read: (page: { limit: string; cursor: string | undefined }) => Promise<Page<readonly object[]>>,
): Promise<Exported> {
  const items: object[] = []
  let cursor: string | undefined
  do {
    const { content, nextCursor } = await read({ limit: String(PAGE_LIMIT_MAX), cursor })
    items.push(...content)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined && items.length < EXPORTED_MAX)
  return { items, isWhole: cursor === undefined }
}

/** A line for each item, a column for each field that one of them has. */
export function csvOf(items: readonly object[]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const lines = items.map((item) => csvFields(names, item))
  return UTF8_MARK + [names, ...lines].map(csvLine).join('')
}

/** Offers a text as a file to save. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  download(url, name)
  URL.revokeObjectURL(url)
}

/** Has the browser save a file that the console's server makes. A refusal is not shown: a request before it finds out. */
export function saveServerFile(path: string, query: Record<string, string | undefined>): void {
  download(withQuery(path, query), '')
}

function download(href: string, name: string): void {
  Object.assign(document.createElement('a'), { href, download: name }).click()
}
