import { withQuery } from '#web/ui/ask-server.ts'

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
