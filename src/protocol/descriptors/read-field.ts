import {
  DescriptorError,
  layered,
  listIn,
  readMembers,
  optionalMembers,
  optionalText,
  textIn,
  type Layered,
  type Members,
} from './json.ts'
import { joinPath } from './path.ts'

const FORMATS = [
  'raw',
  'amount',
  'tokenAmount',
  'addressName',
  'date',
  'duration',
  'unit',
  'nftName',
  'enum',
] as const
export type FormatName = (typeof FORMATS)[number]

/**
 * The format of a displayed value. `path` is as in the standard, from the arguments: `#.orders.[].amount`,
 * `@.value`.
 */
export type FieldFormat = {
  path: string
  label: string
  format: FormatName
  /** The token of an amount, or the collection of an item, as a path or an address. */
  token?: string | undefined
  /** Addresses that mean the native token instead of a token contract. */
  nativeAddresses: readonly string[]
  /** The lowest amount for which `message` is displayed in addition to the amount. */
  threshold?: bigint | undefined
  message?: string | undefined
  /** The words for a value. */
  words?: ReadonlyMap<string, string> | undefined
  /** A number's unit, and its decimals. */
  unit?: { base: string; decimals: number } | undefined
}

/** The targets of references by path, such as `$.metadata.constants.coin` or `$.display.definitions.amount`. */
export type References = ReadonlyMap<string, unknown>

const GROUPS_DEEP_MAX = 8
/** Maximum number of fields of all functions together. The largest descriptor of the public registry has 129. */
const FIELDS_MAX = 256

/**
 * Reads the fields of each function in order, including those of groups. Ignores a field with a constant,
 * because constants are not signed.
 */
export class FieldReader {
  readonly #references: References
  #left = FIELDS_MAX

  constructor(references: References) {
    this.#references = references
  }

  /** @throws DescriptorError */
  read(fields: unknown, at: string, group = '', depth = 1): FieldFormat[] {
    if (depth > GROUPS_DEEP_MAX) throw new DescriptorError(`${at} is too deep`)
    const given = listIn(fields, at)
    this.#left -= given.length
    if (this.#left < 0)
      throw new DescriptorError(`${at}: all functions together must have at most ${FIELDS_MAX} fields`)
    return given.flatMap((field, index) => {
      const fieldAt = `${at}.${index}`
      const members = readMembers(field, fieldAt)
      const path = joinPath(group, optionalText(members.get('path'), `${fieldAt}.path`) ?? group)
      const inner = members.get('fields')
      if (inner !== undefined) return this.read(inner, `${fieldAt}.fields`, path, depth + 1)
      const scope = { at: fieldAt, references: this.#references, group }
      return members.has('value') ? [] : [readField(members, scope)]
    })
  }
}

type Scope = { at: string; references: References; group: string }

function readField(given: Members, scope: Scope): FieldFormat {
  const { at, references, group } = scope
  const defined = readDefinition(given.get('$ref'), scope)
  const members = layered(given, defined)
  const params = layered(
    optionalMembers(given.get('params'), `${at}.params`),
    optionalMembers(defined.get('params'), `${at}.params`),
  )
  const wanted = members.get('format')
  const format = FORMATS.find((name) => name === wanted) ?? 'raw'
  const isDate = format === 'date' && params.get('encoding') === 'blockheight'
  return {
    path: joinPath(group, textIn(members.get('path'), `${at}.path`)),
    label: textIn(members.get('label'), `${at}.label`),
    // A date that is a block number is displayed raw, because the time of a block is not known in advance.
    format: isDate ? 'raw' : format,
    token: readToken(params, scope),
    nativeAddresses: nativeAddresses(params.get('nativeCurrencyAddress'), `${at}.params`, references),
    threshold: readThreshold(resolved(params.get('threshold'), references), `${at}.params.threshold`),
    message: optionalText(params.get('message'), `${at}.params.message`),
    words: format === 'enum' ? readWords(params.get('$ref'), `${at}.params.$ref`, references) : undefined,
    unit: format === 'unit' ? readUnit(params, `${at}.params`) : undefined,
  }
}

const DEFINITIONS = '$.display.definitions.'

function readDefinition(reference: unknown, { at, references }: Scope): Members {
  if (reference === undefined) return new Map()
  const name = textIn(reference, `${at}.$ref`)
  const definition = name.startsWith(DEFINITIONS) ? references.get(name) : undefined
  if (definition === undefined) throw new DescriptorError(`${at}.$ref must be one of ${DEFINITIONS}*`)
  return readMembers(definition, name)
}

/** The value of a constant if `value` is a path to one, else `value`. */
function resolved(value: unknown, references: References): unknown {
  return typeof value === 'string' && value.startsWith('$.') ? references.get(value) : value
}

/** Undefined for a token on another chain, or one that depends on another value (`map`). */
function readToken(params: Layered, { at, references, group }: Scope): string | undefined {
  if (params.has('chainId') || params.has('chainIdPath')) return undefined
  const path = params.get('tokenPath') ?? params.get('collectionPath')
  const token = resolved(path ?? params.get('token') ?? params.get('collection'), references)
  if (typeof token === 'object') return undefined
  const text = optionalText(token, `${at}.params`)
  return text === undefined || path === undefined ? text : joinPath(group, text)
}

/** Maximum number of native addresses. The public registry has at most two. */
const NATIVE_ADDRESSES_MAX = 10

function nativeAddresses(value: unknown, at: string, references: References): string[] {
  if (value === undefined) return []
  const given = Array.isArray(value) ? value : [value]
  if (given.length > NATIVE_ADDRESSES_MAX)
    throw new DescriptorError(
      `${at}.nativeCurrencyAddress must have at most ${NATIVE_ADDRESSES_MAX} addresses`,
    )
  return given.map((one: unknown) => textIn(resolved(one, references), `${at}.nativeCurrencyAddress`))
}

function readThreshold(value: unknown, at: string): bigint | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
  if (!/^(0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(text)) throw new DescriptorError(`${at} must be a number`)
  return BigInt(text)
}

const ENUMS = '$.metadata.enums.'
/** Enumerations that were already read, so that one to which many fields refer is read only once. */
const READ_WORDS = new WeakMap<object, ReadonlyMap<string, string>>()

function readWords(reference: unknown, at: string, references: References): ReadonlyMap<string, string> {
  const name = textIn(reference, at)
  const words = name.startsWith(ENUMS) ? references.get(name) : undefined
  if (words === undefined) throw new DescriptorError(`${at} must be one of ${ENUMS}*`)
  const members = readMembers(words, at)
  const known = READ_WORDS.get(members)
  if (known !== undefined) return known
  const read = new Map([...members].map(([value, word]) => [value, textIn(word, at)]))
  READ_WORDS.set(members, read)
  return read
}

const DECIMALS_MAX = 77

function readUnit(params: Layered, at: string): { base: string; decimals: number } {
  const base = textIn(params.get('base'), `${at}.base`)
  const decimals = params.get('decimals') ?? 0
  // A digit in the unit would look like part of the number.
  if (/[\p{N}.,]/u.test(base)) throw new DescriptorError(`${at}.base must have no digits`)
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > DECIMALS_MAX)
    throw new DescriptorError(`${at}.decimals must be from 0 to ${DECIMALS_MAX}`)
  return { base, decimals }
}
