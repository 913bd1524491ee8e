import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { VERIFICATION_CODE_DIGITS, VERIFICATION_LIFETIME_SECONDS } from '#protocol/limits.ts'
import {
  OBJECTED_REMOVAL_DELAY_SECONDS,
  RECOVERY_DELAY_SECONDS,
  REMOVAL_DELAY_SECONDS,
} from '#protocol/wallet-delays.ts'
import { UNHEARD_MS_MAX } from '#widget/flows/follow-transaction.ts'
import {
  callsEn,
  cancelEn,
  en,
  frameEn,
  fundingEn,
  heldEn,
  messageEn,
  notesEn,
  quantityEn,
  signingEn,
  walletEn,
  welcomeEn,
} from './en.ts'
import { keysEn } from './keys/en.ts'
import { LANGUAGES } from './match-language.ts'
import type { Language } from './messages.ts'

const ENGLISH: Language = {
  ...en,
  parts: {
    calls: callsEn,
    held: { ...heldEn, cancelling: cancelEn },
    frame: frameEn,
    funding: fundingEn,
    message: messageEn,
    notes: notesEn,
    quantity: quantityEn,
    signing: signingEn,
    wallet: walletEn,
    welcome: welcomeEn,
  },
}

const LANGUAGE = Object.fromEntries(
  Object.entries(
    import.meta.glob<() => Language>(['./??.ts', '!./en.ts'], { eager: true, import: 'default' }),
  ).map(([path, openLanguage]) => [path.slice(2, 4), openLanguage()]),
)

/** The texts of `keys`, which have one file for each language. */
const KEYS = Object.fromEntries(
  Object.entries(
    import.meta.glob<() => typeof keysEn>(['./keys/??.ts', '!./keys/en.ts'], {
      eager: true,
      import: 'default',
    }),
  ).map(([path, openLanguage]) => [path.slice('./keys/'.length, -'.ts'.length), openLanguage()]),
)

/** Words that are the same in English and in another language, by language. */
const SAME: Partial<Record<string, readonly string[]>> = {
  de: [
    'common.unnamed',
    'common.chain',
    'common.optional',
    'labels.name',
    'labels.token',
    'parts.calls.labels.operator',
    'parts.signing.bytes',
    'parts.wallet.labels.wallet',
    'parts.wallet.network',
    'keys.labels.wallet',
    'keys.devices.code',
  ],
  es: [
    'common.unnamed',
    'labels.token',
    'parts.signing.bytes',
    'parts.wallet.labels.wallet',
    'keys.labels.wallet',
  ],
  fr: ['labels.transaction', 'parts.calls.labels.collection', 'keys.protect.heading.unknown'],
  it: ['common.unnamed', 'labels.token', 'parts.wallet.labels.wallet', 'keys.labels.wallet'],
  pt: ['labels.token', 'parts.calls.what.item', 'parts.calls.what.itemGrant', 'parts.signing.bytes'],
}

/** Values that identify the language and are not texts. */
const NO_TEXTS = /^(language|direction|separators\..*)$/

/** Every text by its path. Functions are called with numbers that can be recognized in the result. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string' || typeof value === 'number') return [[path, String(value)]]
  if (typeof value === 'function') return textsOf(Reflect.apply(value, undefined, [7001, 7002, 7003]), path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner, path === '' ? name : `${path}.${name}`),
  )
}

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const REMOVAL = REMOVAL_DELAY_SECONDS / DAY_SECONDS
const OBJECTED = OBJECTED_REMOVAL_DELAY_SECONDS / DAY_SECONDS
const RECOVERY = RECOVERY_DELAY_SECONDS / DAY_SECONDS

/** The minutes or days that each text states, computed from the constants that decide them. */
const TIMES: Record<string, readonly number[]> = {
  'code.lede': [VERIFICATION_LIFETIME_SECONDS / MINUTE_SECONDS],
  'parts.held.unseen.text': [UNHEARD_MS_MAX / 1_000 / MINUTE_SECONDS],
  'parts.signing.warnings.objects-to-removal': [REMOVAL, OBJECTED],
  'parts.signing.warnings.sets-co-signer': [REMOVAL],
  'parts.signing.warnings.starts-co-signer-removal': [REMOVAL],
  'parts.wallet.backup.lede': [RECOVERY],
  'parts.wallet.backup.warnings.sets-backup': [RECOVERY],
  'parts.wallet.recover.lede': [RECOVERY],
  'parts.wallet.recover.other': [RECOVERY],
  'parts.wallet.recover.activateText': [RECOVERY],
  'keys.protect.removable': [REMOVAL, OBJECTED],
  'keys.protect.perhapsRemoved': [OBJECTED],
  'keys.warnings.sets-co-signer': [REMOVAL, OBJECTED],
  'keys.warnings.starts-co-signer-removal': [REMOVAL],
  'keys.warnings.sets-backup': [RECOVERY],
}

/** Words of the numbers that texts spell out. */
const NUMBER_WORDS: Record<string, Record<number, RegExp>> = {
  en: { 3: /\bthree\b/, 5: /\bfive\b/, 10: /\bten\b/ },
  ar: { 3: /ثلاثة/, 5: /خمس/, 10: /عشر/ },
  de: { 3: /\bdrei\b/, 5: /\bfünf\b/, 10: /\bzehn\b/ },
  es: { 3: /\btres\b/, 5: /\bcinco\b/, 10: /\bdiez\b/ },
  fr: { 3: /\btrois\b/, 5: /\bcinq\b/, 10: /\bdix\b/ },
  it: { 3: /\btre\b/, 5: /\bcinque\b/, 10: /\bdieci\b/ },
  ja: {},
  pt: { 3: /\btrês\b/, 5: /\bcinco\b/, 10: /\bdez\b/ },
  zh: { 3: /三/, 5: /五/, 10: /十/ },
}

/**
 * The numbers that a text itself contains. Leaves out numbers from 1,000, which are inserted values, and the number
 * of a code's digits.
 */
function numbersIn(tag: string, text = ''): number[] {
  const digits = (text.match(/\d+/g) ?? []).map(Number)
  const words = Object.entries(NUMBER_WORDS[tag] ?? {}).filter(([, word]) => word.test(text))
  const all = [...digits, ...words.map(([number]) => Number(number))]
  return [...new Set(all)]
    .filter((number) => number < 1_000 && number !== VERIFICATION_CODE_DIGITS)
    .toSorted((one, other) => one - other)
}

const english = new Map([...textsOf(ENGLISH), ...textsOf(keysEn, 'keys')])

test('param: there is exactly one file for each language that a tag can request', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?!en)[a-z]{2}\.ts$/.test(name))
  expect(files.map((name) => name.replace('.ts', ''))).toEqual([...LANGUAGES])
  expect(Object.keys(LANGUAGE)).toEqual([...LANGUAGES])
  expect(Object.keys(KEYS)).toEqual([...LANGUAGES])
})

test('param: finds the English texts, including those with values', () => {
  expect(english.size).toBeGreaterThan(200)
  expect(english.get('code.lede')).toContain('7001')
  expect(english.get('parts.calls.what.allowance.main')).toBe('7001')
})

test('param: every English text with a time is listed, and states the constant', () => {
  const times =
    /\b(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|thirty) (minutes|hours|days|weeks)\b/
  const found = [...english].filter(([, text]) => times.test(text)).map(([path]) => path)
  expect(found.toSorted()).toEqual(Object.keys(TIMES).toSorted())
  for (const [path, numbers] of Object.entries(TIMES))
    expect(numbersIn('en', english.get(path)), path).toEqual(numbers)
})

describe.each(Object.entries(LANGUAGE))('%s', (tag, language) => {
  const texts = new Map([...textsOf(language), ...textsOf(KEYS[tag], 'keys')])

  test('param: no text is missing or superfluous', () => {
    expect([...english.keys()].filter((path) => !texts.has(path))).toEqual([])
    expect([...texts.keys()].filter((path) => !english.has(path))).toEqual([])
  })

  test('param: each text has the same values as the English one', () => {
    const valuesIn = (text = '') => [...new Set(text.match(/700[1-3]/g))].toSorted()
    for (const [path, text] of english) expect(valuesIn(texts.get(path)), path).toEqual(valuesIn(text))
  })

  test('param: each time is the constant’s', () => {
    for (const [path, numbers] of Object.entries(TIMES))
      expect(numbersIn(tag, texts.get(path)), path).toEqual(numbers)
  })

  test('param: each text is translated and well-formed', () => {
    const same = SAME[tag] ?? []
    for (const [path, text] of texts) {
      if (NO_TEXTS.test(path)) continue
      expect(text, path).toBe(text.trim())
      expect(text, path).not.toBe('')
      expect(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text), path).toBe(false)
      if (!/[a-z]{2}/i.test(english.get(path) ?? '') || same.some((one) => path.startsWith(one))) continue
      expect(text, path).not.toBe(english.get(path))
    }
  })

  test('param: its name and script match the browser’s', () => {
    expect(language.language).toBe(tag)
    expect(language.direction).toBe(tag === 'ar' ? 'rtl' : 'ltr')
    const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.5)
    const sign = (type: string) => parts.find((part) => part.type === type)?.value
    expect(language.separators).toEqual({ group: sign('group'), decimal: sign('decimal') })
  })
})
