import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readSandboxFile } from '#service/index.ts'
import { CommandError, type Terminal, UsageError } from './command.ts'

/** The options of commands that call the API of a running server. */
export const API_ACCESS_OPTIONS = { url: { type: 'string' }, 'key-file': { type: 'string' } } as const

/**
 * `url`: where requests go. `shownUrl`: the URL under which people's browsers reach the same server. Neither ends with
 * a slash.
 */
export type ApiAccess = { url: string; shownUrl: string; apiKey: string }

/**
 * The server and the key of a command that calls the API. The key is never an argument, because every user of the
 * machine could read it.
 *
 * @throws UsageError for an invalid URL
 * @throws CommandError if there is no key
 */
export async function readApiAccess(
  { environment }: Pick<Terminal, 'environment'>,
  options: { url?: string | undefined; 'key-file'?: string | undefined },
): Promise<ApiAccess> {
  const { LATCHKEY_URL: latchkeyUrl, PUBLIC_URL: publicUrl, PORT: port = '4000' } = environment
  const given = options.url ?? latchkeyUrl ?? publicUrl ?? `http://localhost:${port}`
  const url = withoutSlash(readHttpUrl(given, options.url === undefined ? 'LATCHKEY_URL' : '--url'))
  const apiKey = await readApiKey(environment, options['key-file'])
  return { url, shownUrl: withoutSlash(new URL(given).href), apiKey }
}

/** A URL with http or https, in a form that this machine can resolve. `name` is the option that errors name. */
export function readHttpUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} must be a URL such as http://localhost:4000/hooks.`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${name} must not contain a user name or a password.`)
  // Node uses the system resolver, which often does not resolve subdomains of localhost as browsers do.
  if (url.hostname.endsWith('.localhost')) url.hostname = 'localhost'
  return url.href
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')

async function readApiKey(environment: Terminal['environment'], file: string | undefined): Promise<string> {
  const given = file === undefined ? environment['LATCHKEY_API_KEY'] : await readTextFile(file)
  const sandbox = await readSandboxFile(resolve(environment['DATA_DIR'] ?? '.data'))
  const key = (given ?? sandbox?.apiKey)?.trim()
  if (key === undefined)
    throw new CommandError('There is no API key: set LATCHKEY_API_KEY, or name a file with --key-file.')
  if (!/^pk_live_[\x21-\x7e]{1,300}$/.test(key)) throw new CommandError('An API key begins with pk_live_.')
  return key
}

async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(resolve(file), 'utf8')
  } catch (cause) {
    throw new CommandError(`${file} cannot be read.`, { cause })
  }
}
