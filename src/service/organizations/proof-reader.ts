import { Resolver } from 'node:dns/promises'
import { safeFetch, TargetError, type TargetAnswer } from '#service/http/safe-fetch.ts'

/** The content found at a proof's location. `problem`: the reason why nothing could be read. */
export type Reading = { values: string[]; problem?: string }

export type ProofReader = {
  /** The TXT records of a name. */
  readTxt: (name: string) => Promise<Reading>
  /** The text of a small file. */
  readFile: (url: string) => Promise<Reading>
}

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2
const FILE_TIMEOUT_MS = 8_000
const VALUES_MAX = 20
const VALUE_LENGTH_MAX = 300

/**
 * Creates the reader of proofs, which reads DNS and the web directly. The claimant of a domain controls both and is
 * not trusted. Therefore, only a limited amount is read, and the file is fetched like any URL that a third party
 * chose.
 *
 * @param options.dnsServers Replaces the machine's DNS servers, as `address:port`.
 * @param options.fetchFile Replaces `safeFetch` over https.
 */
export function createProofReader(
  options: { dnsServers?: readonly string[]; fetchFile?: (url: string) => Promise<TargetAnswer> } = {},
): ProofReader {
  const fetchFile =
    options.fetchFile ?? ((url) => safeFetch(url, { sandbox: false, timeoutMs: FILE_TIMEOUT_MS }))
  return {
    readTxt: (name) => readTxt(name, options.dnsServers),
    readFile: (url) => readFile(url, fetchFile),
  }
}

/**
 * Reads TXT records. A record longer than 255 bytes comes in pieces that form one text (RFC 7208 3.3 has the
 * same rule).
 */
async function readTxt(name: string, servers: readonly string[] | undefined): Promise<Reading> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (servers !== undefined) resolver.setServers(servers)
  try {
    const records = await resolver.resolveTxt(name)
    return { values: records.slice(0, VALUES_MAX).map((pieces) => printable(pieces.join(''))) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTFOUND' || code === 'ENODATA') return { values: [] }
    return { values: [], problem: 'DNS did not respond' }
  }
}

async function readFile(url: string, fetchFile: (url: string) => Promise<TargetAnswer>): Promise<Reading> {
  try {
    const answer = await fetchFile(url)
    if (answer.status !== 200) {
      return { values: [], problem: `the server responded with status ${answer.status}` }
    }
    return { values: [printable(answer.body.toString('utf8').trim())] }
  } catch (error) {
    if (!(error instanceof TargetError)) throw error
    return { values: [], problem: FILE_PROBLEMS[error.problem] }
  }
}

export const FILE_PROBLEMS: Record<TargetError['problem'], string> = {
  url: 'there is no such address',
  name: 'the name has no address',
  address: 'the name leads to an address that is not public',
  timeout: 'the server did not respond in time',
  tls: 'the server has no valid certificate for this name',
  malformed: 'the server’s response is not valid HTTP',
  connection: 'the server could not be reached',
}

function printable(text: string): string {
  return text.slice(0, VALUE_LENGTH_MAX).replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, ' ')
}
