import * as z from 'zod/mini'

const urlText = (protocols: RegExp, example: string) =>
  z.string().check(z.refine((given) => isUrl(given, protocols), `must be a URL such as ${example}`))

/** A setting that is a URL with one of these protocols. */
export const optionalUrl = (protocols: RegExp, example: string): z.ZodMiniOptional<z.ZodMiniString> =>
  z.optional(urlText(protocols, example))

/** A URL with a password. Passwords often contain characters that end a part of a URL. */
const secretUrlText = (protocols: RegExp, example: string) =>
  urlText(
    protocols,
    `${example}; in the user and the password, write # as %23, / as %2F, ? as %3F and % as %25`,
  )
export const optionalSecretUrl = (protocols: RegExp, example: string): z.ZodMiniOptional<z.ZodMiniString> =>
  z.optional(secretUrlText(protocols, example))

/** The URL of a Postgres, on a host or on a socket. */
export const optionalDatabaseUrl = z.optional(
  z.pipe(
    z.pipe(z.string(), z.transform(withHost)),
    secretUrlText(/^postgres(ql)?:/, 'postgres://user:password@host/database'),
  ),
)

/**
 * Adds a host to a Postgres URL for a socket, such as `postgres://user@/database?host=/run/postgresql`. libpq
 * accepts it without a host, but `URL` does not. The driver takes the host from the query.
 */
function withHost(given: string): string {
  const named = given.replace('@/', '@localhost/')
  const isSocket = !URL.canParse(given) && URL.canParse(named) && new URL(named).searchParams.has('host')
  return isSocket ? named : given
}

/**
 * Whether a URL is usable. A URL with a fragment is not: the fragment is the rest of a password with an unescaped
 * `#`, and the part before the `#` would be read as a port.
 */
function isUrl(given: string, protocols: RegExp): boolean {
  if (!URL.canParse(given) || !protocols.test(given)) return false
  const { hash, username, password } = new URL(given)
  return hash === '' && isDecodable(username) && isDecodable(password)
}

/** Whether a part of a URL can be decoded. If not, it contains a `%` that was not written as `%25`. */
function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}
