/** Offers a text as a file to save. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Has the browser save a file that the console's server makes. A refusal is not shown: a request before it finds out. */
export function saveServerFile(path: string, query: Record<string, string | undefined>): void {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const link = document.createElement('a')
  link.href = `${path}?${new URLSearchParams(given).toString()}`
  link.download = ''
  link.click()
}
