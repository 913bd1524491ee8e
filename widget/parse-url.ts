/** An absolute URL, or undefined. `URL.canParse` is newer than the oldest browsers (src/protocol/browser-floor.ts). */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
