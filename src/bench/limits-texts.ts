import * as z from 'zod/mini'
import { allows, parsePolicies } from '#bff/doctor/content-policy.ts'
import { readPieces } from '#bff/doctor/read-html.ts'
import { csvLine } from '#protocol/display/csv-line.ts'
import { toSkeleton } from '#protocol/display/look-alike.ts'
import { harmlessText, mailName } from '#protocol/display/text.ts'
import { emailSchema } from '#protocol/email-schema.ts'
import { addressSchema, pageQuery, textSchema } from '#protocol/fields.ts'
import { nulErrors } from '#protocol/find-nul-characters.ts'
import { normaliseIp, parseIpRange } from '#protocol/ip-range.ts'
import { originProblem } from '#protocol/passkey/origin.ts'
import { queryValues } from '#protocol/refused-input.ts'
import { createClientIp } from '#server-kit/http/client-ip.ts'
import { decodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { parseJson } from '#server-kit/http/parse-json.ts'
import { readCookie } from '#server-kit/sessions/host-cookie.ts'
import { computeShare, worst, worstPiece, type WorstInput } from './worst-input.ts'

const NAME_LENGTH_MAX = 40
/** Node's limit for the request line and headers, in bytes. */
const HEADER_BYTES_MAX = 16_384
const name = (text: string): unknown => harmlessText(text, NAME_LENGTH_MAX)

/** JSON bodies, names from strangers, and values of headers and files. */
export const TEXT_INPUTS: readonly WorstInput[] = [
  worst('JSON, backslashes', (bytes) => `"${'\\\\'.repeat(bytes / 4)}${'\\"'.repeat(bytes / 4)}"`, parseJson),
  worst('JSON, many names', jsonOfNames, parseJson),
  worst(
    'JSON, as many names as are accepted',
    (bytes) => jsonOfNames(computeShare(100_000, bytes)),
    parseJson,
  ),
  worst('JSON, many objects', (bytes) => `[${'{},'.repeat(bytes / 3)}{}]`, parseJson),
  worst(
    'JSON, as many objects as are accepted',
    (bytes) => `[${'{},'.repeat(computeShare(9_990, bytes))}{}]`,
    parseJson,
  ),
  worst(
    'JSON, texts before spaces',
    (bytes) => `[${`"",${' '.repeat(1_300)}`.repeat(bytes / 1_303)}""]`,
    parseJson,
  ),
  worst('NUL in every text of a body', (bytes) => nested(bytes), nulErrors),
  worst('name of marks out of order', (bytes) => `a${'\u0316\u0301'.repeat(bytes / 4)}`, name),
  worst('name of marks', (bytes) => '\u0301'.repeat(bytes / 2), name),
  worst('name of spaces', (bytes) => ' '.repeat(bytes), name),
  worst('name of invisible characters', (bytes) => 'a\u200b'.repeat(bytes / 4), name),
  worst('name in a mail', (bytes) => '.'.repeat(bytes), mailName),
  worst('name compared with others', (bytes) => '\u0301'.repeat(bytes / 2), toSkeleton),
  worst(
    'label',
    (bytes) => '\ud800\udc00'.repeat(bytes / 4),
    (text) => textSchema(NAME_LENGTH_MAX).safeParse(text),
  ),
  worst(
    'email address',
    (bytes) => `${'a.'.repeat(bytes / 2)}@b`,
    (text) => emailSchema.safeParse(text),
  ),
  worst(
    'address',
    (bytes) => `0x${'0'.repeat(bytes)}`,
    (text) => addressSchema.safeParse(text),
  ),
  worst('IP range', (bytes) => '/'.repeat(bytes), parseIpRange),
  worst('IPv6 address', (bytes) => '1:'.repeat(bytes / 2), normaliseIp),
  worst('origin', (bytes) => `https://${'a.'.repeat(bytes / 2)}`, originProblem),
  worst('CSV field', (bytes) => [';"'.repeat(bytes / 2)], csvLine),
  worstPiece(
    'page for the doctor, elements',
    (bytes) => '<latchkey-wallet a>'.repeat(bytes / 19),
    readPieces,
  ),
  worstPiece('page for the doctor, scripts', (bytes) => '<script></script>'.repeat(bytes / 17), readPieces),
  worstPiece('page for the doctor, attributes', (bytes) => attributes(bytes), readPieces),
  worstPiece(
    'page for the doctor, attributes of a script',
    (bytes) => attributes(bytes, 'script'),
    readPieces,
  ),
  worst('policy of a page for the doctor', (bytes) => sources(bytes), judgeScript),
  worst('policies of a page for the doctor', (bytes) => 'a,'.repeat(bytes / 2), judgeScript),
  worstPiece('page for the doctor, references', (bytes) => '&'.repeat(bytes), readPieces),
  worst('X-Forwarded-For of trusted hops', (bytes) => forwarded('fd00::1,', bytes), clientIp),
  worst('X-Forwarded-For of commas', (bytes) => forwarded(',', bytes), clientIp),
  worst(
    'list cursor',
    (bytes) => Buffer.from('['.repeat(bytes / 2)).toString('base64url'),
    (cursor) => decodeRowCursor(z.parse(z.object(pageQuery), { cursor }).cursor ?? ''),
  ),
  worst('query of many names', queryOfNames, (query) => queryValues(new URLSearchParams(query))),
  worst('cookies', (bytes) => new Headers({ cookie: 'a=1;'.repeat(bytes / 4) }), cookie),
]

function jsonOfNames(bytes: number): string {
  return `{${Array.from({ length: Math.floor(bytes / 10) }, (_, index) => `"n${index}":0`).join()}}`
}

/** The maximum nesting depth of a body, with texts on each level. */
function nested(bytes: number): unknown {
  let inner: unknown = 0
  for (let depth = 0; depth < 31; depth += 1)
    inner = [inner, ...Array.from({ length: Math.floor(bytes / 9 / 31) }, () => '\u0000')]
  return inner
}

function attributes(bytes: number, tag = 'a'): string {
  return `<${tag} ${Array.from({ length: Math.floor(bytes / 7) }, (_, index) => `a${index}`).join(' ')}>`
}

/** A content security policy with many sources, none of which matches the script. */
function sources(bytes: number): string {
  return `script-src ${Array.from({ length: Math.floor(bytes / 14) }, (_, index) => `b${index}`).join(' ')}`
}

function judgeScript(policies: string): unknown {
  const page = new URL('https://shop.example/')
  const integrity = policies.replaceAll('b', 'a')
  return parsePolicies(policies).map((policy) => allows(policy, 'script', { url: page, integrity }, page))
}

const clientIpBehind = createClientIp(['fd00::/8'])

function forwarded(hop: string, bytes: number): Request {
  const headers = { 'x-forwarded-for': hop.repeat(bytes / hop.length) }
  return new Request('http://shop.example/', { headers })
}

function clientIp(request: Request): unknown {
  return clientIpBehind(request, 'fd00::2')
}

function queryOfNames(bytes: number): string {
  const length = computeShare(HEADER_BYTES_MAX, bytes)
  return Array.from({ length: Math.floor(length / 6) }, (_, index) => `a${index}`).join('&')
}

function cookie(headers: Headers): unknown {
  return readCookie(headers, { name: 'b', secure: false })
}
