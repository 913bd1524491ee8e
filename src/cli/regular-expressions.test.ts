import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { MAIL_SENTENCES } from '#service/email/mail-sentences.ts'
import { attackTexts } from './testing/attack-texts.ts'
import { findRegexes } from './testing/find-regexes.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const found = findRegexes(ROOT, ['src', 'widget'])

/** Regular expressions that are built at run time, each in its resulting form. */
const BUILT: Record<string, RegExp> = {
  // Takes the patterns of our own schemas, which are literals and tested as such.
  "src/service/api-description/examples.ts new RegExp(pattern, 'u')": /^(0x)?[0-9a-fA-F]{1,64}$/u,
  'src/protocol/fields.ts new RegExp(`^(0x)?[0-9a-fA-F]{1,${COORDINATE_HEX_DIGITS_MAX}}$`)':
    /^(0x)?[0-9a-fA-F]{1,64}$/,
  'src/protocol/fields.ts new RegExp(`^0x[0-9a-fA-F]{${RP_ID_HASH_LENGTH - 2}}$`)': /^0x[0-9a-fA-F]{64}$/,
  'src/protocol/signing/coin-transfer.ts new RegExp(`^${COIN_TRANSFER}0{24}([0-9a-f]{40})([0-9a-f]{64})$`)':
    /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/,
  // The message of a gateway that wraps another message. No other pattern has more parts of arbitrary length.
  "src/server-kit/compile-sentence.ts new RegExp(`^${parts.join('')}\\\\.?$`, 'i')":
    /^rpc error: code = \S+ desc = (?<inner>[^]+): invalid request\.?$/i,
  'src/protocol/messages/sign-in.ts new RegExp(PATTERN)':
    /^(?:(?<scheme>[a-zA-Z][\w+.-]*):\/\/)?(?<domain>[^\s/?#@]+) wants you to sign in with your Ethereum account:\n(?<address>0x[\da-fA-F]{40})\n\n(?:[^\r\n]+\n)?\nURI: (?<uri>\S+)\nVersion: 1\nChain ID: (?<chainId>\d+)\nNonce: [\dA-Za-z]{8,}\nIssued At: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)(?:\nExpiration Time: (?<end>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)))?(?:\nNot Before: (?<start>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)))?(?:\nRequest ID: [^\s/?#]*)?(?:\nResources:(?:\n- \S+)*)?$/,
  'widget/notes/party-notes.ts new RegExp(`${PADDING}(${digits.slice(0, 4)}[0-9a-f]{32}${digits.slice(-4)})`)':
    /0{24}(0000[0-9a-f]{32}0000)/,
}

const SHORT = 2_000
const LONG = 100_000
/** Number of the slowest short texts that are tried at full length. */
const SUSPECTS = 20
/**
 * Time limit in milliseconds at full length. A linear pattern takes a hundredth of it; a quadratic one
 * exceeds it.
 */
const TOO_LONG_MS = 500
const ALL_SHORT_MS = 1_500

/**
 * Whether a pattern searches long texts in time. Searches in a separate context, where a slow search can be stopped.
 */
function isFast(pattern: RegExp): boolean {
  const short = [...attackTexts(pattern, SHORT)]
  const long = attackTexts(pattern, LONG)
  try {
    const suspects = new Set(String(search(SLOWEST, { pattern, texts: short }, ALL_SHORT_MS)).split(','))
    const texts = [...long].filter((_, index) => suspects.has(String(index)))
    search(ONCE, { pattern, texts }, TOO_LONG_MS)
    return true
  } catch (error) {
    if (String(error).includes('timed out')) return false
    throw error
  }
}

const ONCE = 'for (const text of texts) pattern.global ? text.replace(pattern, "") : pattern.test(text)'
const SLOWEST = `
  const times = texts.map((text, index) => {
    const startedAt = performance.now()
    pattern.global ? text.replace(pattern, '') : pattern.test(text)
    return { index, ms: performance.now() - startedAt }
  })
  times.sort((a, b) => b.ms - a.ms).slice(0, ${SUSPECTS}).map(({ index }) => index).join()`

/**
 * Runs a search in a separate context. Throws if the search has used too much CPU time. Retries if it was slow only
 * because the machine is busy.
 */
function search(
  code: string,
  values: { pattern: RegExp; texts: readonly string[] },
  busyMs: number,
): unknown {
  for (let timeout = busyMs; ; timeout *= 2) {
    const before = process.cpuUsage()
    try {
      return runInContext(code, createContext({ ...values, performance }), { timeout })
    } catch (error) {
      const { user, system } = process.cpuUsage(before)
      if (!String(error).includes('timed out') || user + system > busyMs * 900) throw error
    }
  }
}

test('error: no regular expression of the product is slower than linear on 100 kB of any text', () => {
  expect(found.literals.length).toBeGreaterThan(340)
  const slow = found.literals.filter(({ pattern, flags }) => !isFast(new RegExp(pattern, flags)))
  expect(slow).toEqual([])
})

test('error: nor is one that is built at run time', () => {
  expect(found.built.map(({ file, source }) => `${file} ${source}`).toSorted()).toEqual(
    Object.keys(BUILT).toSorted(),
  )
  expect(Object.entries(BUILT).filter(([, pattern]) => !isFast(pattern))).toEqual([])
})

test('error: nor is one of a mail server’s sentence', () => {
  const patterns = MAIL_SENTENCES.filter(({ sentence }) => sentence.includes('{')).map(
    ({ pattern }) => pattern,
  )
  expect(patterns.filter((pattern) => !isFast(pattern))).toEqual([])
})

test.each([
  ['with a word border before a class', /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*:)[^\s@"\\]+@/g],
  ['with a comment that never ends', /<!--[\s\S]*?-->/g],
  ['with zeros at the end', /0+$/],
  ['with spaces twice', /^\s*[0-9]{0,9}\s*$/],
  ['with a group that repeats what repeats', /^(a+)+$/],
])('behavior: detects a slow expression: %s', (_, pattern) => {
  expect(isFast(pattern)).toBe(false)
})
