/** `__Host-` binds a cookie to exactly this host over https; plain http (a sandbox on localhost) cannot have it. */
export type CookieNames = { session: string; ceremony: string; secure: boolean }

export function cookieNames(secure: boolean): CookieNames {
  const prefix = secure ? '__Host-' : ''
  return { session: `${prefix}latchkey`, ceremony: `${prefix}latchkey-ceremony`, secure }
}

/**
 * The value of a cookie. A name that occurs twice counts as absent: one of the two was planted by another
 * path or port of the host.
 */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie')
  if (header === null) return undefined
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

/**
 * A Set-Cookie value. Strict costs a console next to nothing: its page is public, and only who comes from elsewhere has to
 * wait for it to be drawn.
 */
export function setCookie(names: CookieNames, name: string, value: string, maxAgeSeconds: number): string {
  const secure = names.secure ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

export function clearCookie(names: CookieNames, name: string): string {
  return setCookie(names, name, '', 0)
}
