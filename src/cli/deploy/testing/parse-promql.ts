export type Matcher = { label: string; operator: '=' | '!=' | '=~' | '!~'; text: string }

/** The part of PromQL that the alert rules use. */
export type Query =
  | { kind: 'number'; value: number }
  | { kind: 'selector'; name: string; matchers: Matcher[]; rangeSeconds: number | undefined }
  | { kind: 'call'; name: string; of: Query }
  | { kind: 'aggregation'; name: string; by: string[]; of: Query }
  | { kind: 'binary'; operator: string; left: Query; right: Query }

const TOKEN =
  /\s*(?:("[^"]*")|(\[\w+\])|(==|!=|=~|!~|[-+*/(){},<>=])|([a-zA-Z_:][\w:]*)|(\d[\d.]*(?:e\d+)?))/y
const AGGREGATIONS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'avg', 'count'])
/** Binary operators, from the lowest to the highest precedence. All are left-associative. */
const PRECEDENCE = [['and'], ['>', '<', '=='], ['+', '-'], ['*', '/']]
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Parses a query. @throws Error for a query outside the supported part */
export function parsePromql(text: string): Query {
  const reader = new TokenReader(text)
  const query = readBinary(reader, 0)
  if (reader.peek() !== undefined) throw new Error(`Unexpected ${reader.peek()} in ${text}`)
  return query
}

class TokenReader {
  private readonly tokens: string[]
  private place = 0

  constructor(text: string) {
    this.tokens = readTokens(text)
  }

  peek(): string | undefined {
    return this.tokens[this.place]
  }

  next(): string {
    const token = this.peek()
    if (token === undefined) throw new Error('The query ends too early')
    this.place += 1
    return token
  }

  /** Skips a token if it is next. */
  skip(token: string): boolean {
    if (this.peek() !== token) return false
    this.place += 1
    return true
  }

  expect(token: string): void {
    if (!this.skip(token)) throw new Error(`Expected ${token}, found ${this.peek()}`)
  }
}

function readTokens(text: string): string[] {
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex
    const [found] = TOKEN.exec(trimmed) ?? []
    if (found === undefined) throw new Error(`No token of PromQL: ${trimmed.slice(at)}`)
    tokens.push(found.trim())
  }
  return tokens
}

function readBinary(reader: TokenReader, level: number): Query {
  const operators = PRECEDENCE[level]
  if (operators === undefined) return readUnary(reader)
  let left = readBinary(reader, level + 1)
  for (;;) {
    const operator = reader.peek()
    if (operator === undefined || !operators.includes(operator)) return left
    reader.next()
    left = { kind: 'binary', operator, left, right: readBinary(reader, level + 1) }
  }
}

function readUnary(reader: TokenReader): Query {
  if (reader.skip('(')) return readRest(reader, ')')
  const word = reader.next()
  if (/^\d/.test(word)) return { kind: 'number', value: Number(word) }
  if (AGGREGATIONS.has(word)) {
    const by = reader.skip('by') ? readLabels(reader) : []
    reader.expect('(')
    return { kind: 'aggregation', name: word, by, of: readRest(reader, ')') }
  }
  if (reader.skip('(')) return { kind: 'call', name: word, of: readRest(reader, ')') }
  const matchers = reader.skip('{') ? readMatchers(reader) : []
  return { kind: 'selector', name: word, matchers, rangeSeconds: readRange(reader) }
}

function readRest(reader: TokenReader, end: string): Query {
  const query = readBinary(reader, 0)
  reader.expect(end)
  return query
}

function readLabels(reader: TokenReader): string[] {
  const labels: string[] = []
  reader.expect('(')
  while (!reader.skip(')')) {
    labels.push(reader.next())
    reader.skip(',')
  }
  return labels
}

function readMatchers(reader: TokenReader): Matcher[] {
  const matchers: Matcher[] = []
  while (!reader.skip('}')) {
    const label = reader.next()
    matchers.push({ label, operator: readMatchOperator(reader.next()), text: reader.next().slice(1, -1) })
    reader.skip(',')
  }
  return matchers
}

const MATCH_OPERATORS = ['=', '!=', '=~', '!~'] as const

function readMatchOperator(token: string): Matcher['operator'] {
  const operator = MATCH_OPERATORS.find((one) => one === token)
  if (operator === undefined) throw new Error(`${token} compares no label`)
  return operator
}

/** A range such as `[5m]`, in seconds. */
function readRange(reader: TokenReader): number | undefined {
  const [, count, unit = ''] = /^\[(\d+)([smhd])\]$/.exec(reader.peek() ?? '') ?? []
  if (count === undefined) return undefined
  reader.next()
  return Number(count) * (UNITS[unit] ?? 1)
}
