import { SIGNATURE_BYTES_MAX } from '#protocol/limits.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** The members of clientDataJSON that a relying party checks. Source: WebAuthn L3 5.8.1. */
export type ClientData = {
  type: string
  challenge: string
  origin: string
  crossOrigin?: boolean
  topOrigin?: string
}

/**
 * Returns the origin of the page that requested the passkey, as signed by the browser. For a cross-origin frame, this
 * is the page around the frame if the browser names that page, otherwise the frame. Source: WebAuthn L3 5.8.1.
 */
export function signedPage({ origin, crossOrigin, topOrigin }: ClientData): string {
  return crossOrigin === true && topOrigin !== undefined ? topOrigin : origin
}

/** Byte offsets of `"challenge":"` and `"type":"` in the UTF-8 form of clientDataJSON. Source: profile 4. */
export type ClientDataIndexes = { challengeIndex: bigint; typeIndex: bigint }

/**
 * Maximum length of clientDataJSON. A signature that contains a longer one exceeds the limit of signatures. Browsers
 * write some hundred bytes.
 */
const LENGTH_MAX = SIGNATURE_BYTES_MAX

/** Thrown if clientDataJSON is not as a browser serializes it. */
export class ClientDataError extends Error {
  override name = 'ClientDataError'
}

/**
 * Parses the whole clientDataJSON. Members may be in any order. Unknown members are ignored, because browsers
 * add some on purpose. Each known member must have its type and occur once. Throws `ClientDataError`. Source:
 * WebAuthn L3 7.2 steps 5 to 14.
 */
export function parseClientData(json: string): ClientData {
  const members = parseObject(json)
  const type = requireString(members, 'type')
  const challenge = requireString(members, 'challenge')
  const origin = requireString(members, 'origin')
  // Some password managers write null for a missing member.
  const crossOrigin = members.get('crossOrigin') ?? undefined
  const topOrigin = members.get('topOrigin') ?? undefined
  if (crossOrigin !== undefined && typeof crossOrigin !== 'boolean')
    throw wrongType('crossOrigin', 'true or false')
  if (topOrigin !== undefined && typeof topOrigin !== 'string') throw wrongType('topOrigin', 'a string')
  return {
    type,
    challenge,
    origin,
    ...(crossOrigin === undefined ? {} : { crossOrigin }),
    ...(topOrigin === undefined ? {} : { topOrigin }),
  }
}

/**
 * The byte indexes of the top-level `"challenge":"` and `"type":"`, never those of a nested member or of a text
 * that looks like one. Throws `ClientDataError` if a member is missing, repeated or not written in that form.
 */
export function findIndexes(json: string): ClientDataIndexes {
  parseObject(json)
  const starts = memberStarts(json)
  return {
    challengeIndex: byteIndex(json, starts, 'challenge'),
    typeIndex: byteIndex(json, starts, 'type'),
  }
}

function parseObject(json: string): Map<string, unknown> {
  if (json.length > LENGTH_MAX)
    throw new ClientDataError(`clientDataJSON must be at most ${LENGTH_MAX} bytes`)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw new ClientDataError('clientDataJSON must be JSON', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ClientDataError('clientDataJSON must be a JSON object')
  }
  const members = new Map<string, unknown>(Object.entries(value))
  // JSON.parse takes the last of two equal names, other parsers the first. The result must not depend on the parser.
  if (memberStarts(json).length !== members.size) throw new ClientDataError('clientDataJSON repeats a member')
  return members
}

function requireString(members: Map<string, unknown>, name: string): string {
  const value = members.get(name)
  if (typeof value !== 'string') throw wrongType(name, 'a string')
  return value
}

function wrongType(name: string, expected: string): ClientDataError {
  return new ClientDataError(`clientDataJSON: ${name} must be ${expected}`)
}

/** Character offsets of the opening quotes of the top-level names, in valid JSON. */
function memberStarts(json: string): number[] {
  const starts: number[] = []
  let depth = 0
  let nameNext = true
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charAt(index)
    if (character === '"') {
      if (nameNext && depth === 1) starts.push(index)
      nameNext = false
      index = stringEnd(json, index)
    } else if (character === '{' || character === '[') {
      depth += 1
      nameNext = true
    } else if (character === '}' || character === ']') depth -= 1
    else if (character === ',') nameNext = true
  }
  return starts
}

/** Offset of the closing quote of the string that opens at `start`. */
function stringEnd(json: string, start: number): number {
  let index = start + 1
  while (index < json.length && json.charAt(index) !== '"') index += json.charAt(index) === '\\' ? 2 : 1
  return index
}

function byteIndex(json: string, starts: readonly number[], name: string): bigint {
  const start = starts.find((candidate) => json.startsWith(`"${name}":"`, candidate))
  if (start === undefined)
    throw new ClientDataError(`clientDataJSON must have "${name}":" followed by its text`)
  return BigInt(bytesFromText(json.slice(0, start)).length)
}
