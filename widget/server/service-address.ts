/** Endings of the specification's base address, which callers may include in the service's address. */
const BASE_PATHS = ['/v1/baas', '/v1']

/**
 * The address of the API's paths, without a trailing slash.
 *
 * @throws TypeError with the option's name, if the text is not an address
 */
export function readServiceAddress(option: 'url' | 'consoleUrl', text: string | undefined): string {
  if (text === undefined || text === '')
    throw new TypeError(`createServerClient was given no ${option}, such as https://wallets.example`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new TypeError(
      `createServerClient: ${option} must begin with https:// or http://, as in https://wallets.example`,
    )
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`createServerClient: ${option} must have no user name and no password`)
  return url.origin + withoutBase(withoutSlashes(url.pathname))
}

function withoutBase(path: string): string {
  const base = BASE_PATHS.find((end) => path.endsWith(end))
  return base === undefined ? path : withoutSlashes(path.slice(0, -base.length))
}

function withoutSlashes(path: string): string {
  return path.endsWith('/') ? withoutSlashes(path.slice(0, -1)) : path
}
