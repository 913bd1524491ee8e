const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d{1,4})(?:\.\d{1,4}){0,3} (?:Mobile\/\w{1,12} )?Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns common names, such as Chrome 131 and Windows. Null if unknown. */
export function describeBrowser(userAgent: string | null): { browser: string | null; system: string | null } {
  const text = userAgent ?? ''
  const found = BROWSERS.find(([pattern]) => pattern.test(text))
  const version = found?.[0].exec(text)?.[1]
  return {
    browser: found === undefined ? null : [found[1], version].filter(Boolean).join(' '),
    system: SYSTEMS.find(([pattern]) => pattern.test(text))?.[1] ?? null,
  }
}
