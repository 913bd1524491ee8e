/** A cookie for exactly one host. */
export type HostCookie = { name: string; secure: boolean }

/** `__Host-` binds a cookie to exactly this host over https. Plain http (a sandbox on localhost) cannot use it. */
export function hostCookie(name: string, secure: boolean): HostCookie {
  return { name: `${secure ? '__Host-' : ''}${name}`, secure }
}

/**
 * Returns the value of a cookie. Undefined if the name occurs twice, because another path or port of the host
 * may have set one of them.
 */
export function readCookie(headers: Headers, { name }: HostCookie): string | undefined {
  const values = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}

/**
 * Returns a Set-Cookie value. `Strict` has little cost: a link from another site opens the public page
 * without the cookie, and the requests of that page then carry it.
 */
export function setCookie({ name, secure }: HostCookie, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

export function clearCookie(cookie: HostCookie): string {
  return setCookie(cookie, '', 0)
}
