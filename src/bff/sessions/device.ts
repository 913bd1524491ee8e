import type { Exchange } from '#bff/context.ts'

/** The device of a sign-in, as far as its browser and the network show. */
export type Device = { userAgent: string | null; ipAddress: string | null }

const USER_AGENT_LENGTH_MAX = 300

export function deviceOf({ req, env }: Exchange): Device {
  const address = env.clientAddress
  return {
    userAgent: req.header('user-agent')?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    ipAddress: address === '' || address === 'unknown' ? null : address,
  }
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d{1,4})[\d.]{0,20} .{0,200}\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Common names, such as Chrome 131 and Windows; null for an unknown one. */
export function describeBrowser(userAgent: string | null) {
  const text = userAgent ?? ''
  const found = BROWSERS.find(([pattern]) => pattern.test(text))
  const version = found?.[0].exec(text)?.[1]
  return {
    browser: found === undefined ? null : version === undefined ? found[1] : `${found[1]} ${version}`,
    system: SYSTEMS.find(([pattern]) => pattern.test(text))?.[1] ?? null,
  }
}
