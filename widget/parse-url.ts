/**
 * Parses an absolute URL. Undefined if invalid. `URL.canParse` is newer than the oldest supported browsers
 * (src/protocol/browser-floor.ts).
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
