import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '#protocol/limits.ts'

/** Number of rows per page: the requested number between 1 and the maximum, or the default. */
export function pageLimit(asked: string | undefined): number {
  if (asked === undefined) return PAGE_LIMIT_DEFAULT
  return Math.min(Math.max(Number(asked), 1), PAGE_LIMIT_MAX)
}

/** A `Link` header to the next page: `path` relative to the deployment's address. Undefined parameters are omitted. */
export function nextLink(
  publicUrl: string,
  path: string,
  parameters: Record<string, string | undefined>,
): { link: string } {
  const url = new URL(publicUrl + path)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return { link: `<${url.href}>; rel="next"` }
}

type List<Row> = {
  publicUrl: string
  path: string
  /** The query of the current request, so that the next page has the same filters and order. */
  query: Record<string, string | undefined>
  /** Reads at most `count` rows in list order. */
  read: (count: number) => Promise<readonly Row[]>
  /** Query parameters that continue after the page's last row. */
  next: (last: Row) => Record<string, string | undefined>
}

/** A page's rows, and the `Link` header to the next page. The last page has no header. */
type Page<Row> = { page: Row[]; headers: Record<string, string> }

/** Reads one page of a list and creates the `Link` header to the next. */
export async function readPage<Row>({ publicUrl, path, query, read, next }: List<Row>): Promise<Page<Row>> {
  const limit = pageLimit(query['limit'])
  const rows = await read(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { page, headers: {} }
  return { page, headers: nextLink(publicUrl, path, { ...query, limit: String(limit), ...next(last) }) }
}
