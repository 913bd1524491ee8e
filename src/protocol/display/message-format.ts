/**
 * Formats texts with values, in the subset of the ICU message syntax that our texts use: `{name}`, and `{name,
 * plural, =0 {…} one {…} other {…}}` with `#` for the number. `check-texts` refuses any other syntax. A test compares
 * every text with the result of a complete implementation. Pages do not load the complete implementation, because it
 * would add a tenth to the size of the first screen.
 */
type Part = string | { name: string; choices?: ReadonlyMap<string, readonly Part[]> } | { isCount: true }

export type Message = readonly Part[]

/** Thrown for a message with invalid syntax. The gate finds such a message before it is displayed. */
export class MessageSyntaxError extends Error {
  override readonly name = 'MessageSyntaxError'
}

const ARGUMENT = /\{\s*(\w+)\s*(\}|,\s*plural\s*,)/y
const CHOICE = /\s*(=\d+|\w+)\s*\{/y
const END = /\s*\}/y

/** @throws MessageSyntaxError */
export function parseMessage(text: string): Message {
  const reader = { text, position: 0 }
  const parts = readParts(reader, false)
  if (reader.position < text.length) throw new MessageSyntaxError(`A } too many in “${text}”`)
  return parts
}

type Reader = { readonly text: string; position: number }

function readParts(reader: Reader, isPlural: boolean): Part[] {
  const parts: Part[] = []
  const stops = isPlural ? /[{}#]/g : /[{}]/g
  for (;;) {
    stops.lastIndex = reader.position
    const end = stops.exec(reader.text)?.index ?? reader.text.length
    if (end > reader.position) parts.push(reader.text.slice(reader.position, end))
    reader.position = end
    const sign = reader.text[end]
    if (sign === undefined || sign === '}') return parts
    if (sign === '#') {
      reader.position += 1
      parts.push({ isCount: true })
    } else parts.push(readArgument(reader))
  }
}

function readArgument(reader: Reader): Part {
  const [, name = '', sign] = take(reader, ARGUMENT) ?? fail(reader)
  if (sign === '}') return { name }
  const choices = new Map<string, readonly Part[]>()
  for (;;) {
    const choice = take(reader, CHOICE)
    if (choice === undefined) break
    choices.set(choice[1] ?? '', readParts(reader, true))
    if (take(reader, END) === undefined) fail(reader)
  }
  if (take(reader, END) === undefined || !choices.has('other')) fail(reader)
  return { name, choices }
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.position
  const found = pattern.exec(reader.text)
  if (found !== null) reader.position = pattern.lastIndex
  return found ?? undefined
}

function fail({ text, position }: Reader): never {
  throw new MessageSyntaxError(`“${text}” is no message at ${position}`)
}

/** A message's pieces in a language, with values unchanged. @throws RangeError for a missing value */
export function formatPieces<Value>(
  message: Message,
  language: string,
  values: Readonly<Record<string, Value>>,
  count?: number,
): (string | Value)[] {
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if ('isCount' in part) return [new Intl.NumberFormat(language).format(count ?? 0)]
    const value = values[part.name]
    if (value === undefined) throw new RangeError(`No value for ${part.name}`)
    if (part.choices === undefined) return [value]
    const number = Number(value)
    const form = new Intl.PluralRules(language).select(number)
    const chosen = part.choices.get(`=${number}`) ?? part.choices.get(form) ?? part.choices.get('other') ?? []
    return formatPieces(chosen, language, values, number)
  })
}

const messages = new Map<string, Message>()

/** A text's pieces in a language, with values of any type. */
export function piecesIn<Value>(
  language: string,
  text: string,
  values: Readonly<Record<string, Value>>,
): (string | Value)[] {
  const message = messages.get(text) ?? parseMessage(text)
  messages.set(text, message)
  return formatPieces(message, language, values)
}

/** Translates a text into one language. Values are in braces. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string

/** Returns a translator into a language by its catalog. Missing texts stay English. */
export function translateIn(language: string, texts: Readonly<Record<string, string>>): Translate {
  return (text, values) => {
    const own = texts[text] ?? text
    return values === undefined ? own : piecesIn(language, own, values).join('')
  }
}
