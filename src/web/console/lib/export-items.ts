import { csvFields, csvLine, UTF8_MARK } from '#protocol/display/csv-line.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import { type Page, withQuery } from '#web/ui/ask-server.ts'

/** Maximum rows in an exported file if the browser has to read the list page by page. */
export const EXPORTED_MAX = 10_000

/** `isWhole`: whether the items are all that match the filters. */
export type Exported = { items: readonly object[]; isWhole: boolean }

/** Reads a list's pages, newest first, until its end or the row limit. */
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

/** CSV with a row per item and a column per field that any item has. */
export function formatCsv(items: readonly object[]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const lines = items.map((item) => csvFields(names, item))
  return UTF8_MARK + [names, ...lines].map(csvLine).join('')
}

/** Saves a text as a file in the browser. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  download(url, name)
  URL.revokeObjectURL(url)
}

/**
 * Downloads a file from the console's server. A download cannot show a refusal, so send a request first to detect
 * one.
 */
export function saveServerFile(path: string, query: Record<string, string | undefined>): void {
  download(withQuery(path, query), '')
}

function download(href: string, name: string): void {
  Object.assign(document.createElement('a'), { href, download: name }).click()
}
