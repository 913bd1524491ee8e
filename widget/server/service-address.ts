/** The path of the specification's base address, which callers may name with the service's. */
const BASE_PATH = /\/v1(?:\/baas)?\/*$/

/**
 * The address below which the paths of the API are, without a slash at its end.
 *
 * @throws TypeError naming the option, if the text is no address
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
  return url.origin + url.pathname.replace(BASE_PATH, '').replace(/\/+$/, '')
}
