/** A position in a response: member names and indexes. */
export type Path = (string | number)[]

/** Every position in a response, including the whole response. */
export function listPaths(content: unknown, at: Path = []): Path[] {
  if (typeof content !== 'object' || content === null) return [at]
  const inner = Object.entries(content).flatMap(([name, value]) =>
    listPaths(value, [...at, Array.isArray(content) ? Number(name) : name]),
  )
  return [at, ...inner]
}

/** The value at a position. */
export function valueAt(content: unknown, [name, ...rest]: Path): unknown {
  return name === undefined ? content : valueAt((Object(content) as Record<string, unknown>)[name], rest)
}

/** The response with another value at one position. */
export function withChange(content: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(content)) {
    return content.map((item, index) => (index === name ? withChange(item, rest, value) : item))
  }
  const members = Object(content) as Record<string, unknown>
  return { ...members, [name]: withChange(members[String(name)], rest, value) }
}

const OTHER_ADDRESS = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
const NOBODY = `0x${'0'.repeat(40)}`
const DIGEST = `0x${'11'.repeat(32)}`
/** Values that an honest server uses in other positions. */
const PLAUSIBLE = [OTHER_ADDRESS, '0x', '12500001', 'true', 'approve(address,uint256)', '["2","1"]']

/**
 * Values with which a lying server may replace a value: other types, similar and neighboring values, larger
 * and smaller ones.
 */
export function listMutants(value: unknown): unknown[] {
  const anything = [null, undefined, '', 0, true, [], {}, [value], { value }, DIGEST, ...PLAUSIBLE]
  const own = [...anything, ...likes(value)]
  const seen = new Set([stable(value)])
  return own.filter((mutant) => {
    const text = stable(mutant)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
}

const stable = (value: unknown) => `${typeof value} ${JSON.stringify(value)}`

function likes(value: unknown): unknown[] {
  if (typeof value === 'string') return [...textLikes(value), ...numberLikes(value), ...hexLikes(value)]
  if (typeof value === 'number')
    return [value + 1, value - 1, -value, value + 0.5, String(value), value * 2, 1]
  if (typeof value === 'boolean') return [!value, String(value)]
  if (Array.isArray(value)) {
    const items: unknown[] = value
    return [
      items.toReversed(),
      items.slice(1),
      items.slice(0, -1),
      [...items, ...items],
      [...items, items[0]],
      [items],
    ]
  }
  if (typeof value === 'object' && value !== null) {
    const extra = {
      digest: DIGEST,
      challenge: DIGEST,
      data: '0xa9059cbb',
      toAddress: OTHER_ADDRESS,
      chainId: 1,
    }
    return [{ ...extra, ...value }, { ...value, ...extra }, Object.values(value)]
  }
  return []
}

function textLikes(text: string): unknown[] {
  return [
    `${text} `,
    ` ${text}`,
    `${text}\u200b`,
    `\u202e${text}`,
    text.toUpperCase(),
    text.toLowerCase(),
    text.slice(0, -1),
    text + text,
    text.replace('e', 'е'),
    Array.from(text).toReversed().join(''),
    `${text}\0`,
  ]
}

/** Variants of a decimal number: off by one, other notations, too large. */
function numberLikes(text: string): unknown[] {
  if (!/^[0-9]{1,78}$/.test(text)) return []
  const number = BigInt(text)
  return [
    String(number + 1n),
    String(number === 0n ? 2n : number - 1n),
    String(number * 10n),
    `0${text}`,
    `-${text}`,
    `${text}.0`,
    `${text}e0`,
    `0x${number.toString(16)}`,
    Number(number),
    String(2n ** 256n - 1n),
    String(2n ** 256n),
  ]
}

/**
 * Variants of an address or other bytes: one digit changed at the beginning, middle or end, digits swapped,
 * bytes cut.
 */
function hexLikes(text: string): unknown[] {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) return []
  const middle = Math.floor(text.length / 2)
  const flipped = (at: number) =>
    at < 2 || at >= text.length
      ? text
      : text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
  return [
    flipped(2),
    flipped(middle),
    flipped(text.length - 1),
    OTHER_ADDRESS,
    NOBODY,
    text.slice(2),
    `${text}00`,
    `0X${text.slice(2)}`,
    `0x${text.slice(2).toUpperCase()}`,
  ]
}
