import { sameAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import type { DescribedCall, KnownToken, ToldCall, ToldValue } from '#shared/display/call-description.ts'
import { addressField, amountField, hexField } from '#shared/display/call-fields.ts'
import { harmlessText } from '#shared/display/text.ts'
import { decodeArguments } from '#shared/signing/abi-decode.ts'
import { bytesFromHex, hexFromBytes } from '#shared/signing/hex.ts'
import { isAddress } from '#shared/signing/word.ts'
import type { Descriptor, FieldFormat, FunctionFormat } from './read-descriptor.ts'

const LABEL_LENGTH_MAX = 40
const SENTENCE_LENGTH_MAX = 120
const TEXT_LENGTH_MAX = 300

/**
 * What descriptors say of a call, or `undefined` where they say nothing of it or its bytes are not exactly what they
 * say. Every argument is shown: those that a descriptor leaves out stand behind the others as they are.
 */
export function tellCall(descriptors: readonly Descriptor[], call: DescribedCall): ToldCall | undefined {
  const calldata = bytesFromHex(call.data)
  if (calldata.length < 4) return undefined
  const selector = hexFromBytes(calldata.subarray(0, 4))
  for (const { owner, deployments, formats } of descriptors) {
    const format = formats.get(selector)
    const isHere = deployments.some(
      ({ chainId, address }) => chainId === call.chainId && sameAddress(address, call.toAddress),
    )
    const params = isHere && format && decodeArguments(format.types, calldata.subarray(4))
    if (!format || !params) continue
    return {
      owner: harmlessText(owner, LABEL_LENGTH_MAX).text,
      intent: harmlessText(format.intent, SENTENCE_LENGTH_MAX).text,
      fields: fieldsOf(format, params, call),
    }
  }
  return undefined
}

type Found = { type: string; text: string }

function fieldsOf(
  format: FunctionFormat,
  params: readonly string[],
  call: DescribedCall,
): ToldCall['fields'] {
  const find = (path: string) => valueAt(path, format, params, call)
  const told = format.fields.flatMap((field) => {
    const found = find(field.path)
    return found === undefined
      ? []
      : [{ label: labelOf(field.label), value: shown(field, found, call, find) }]
  })
  const named = new Set(format.fields.map(({ path }) => nameOf(path)))
  const rest = format.names.flatMap((name, position) =>
    named.has(name) ? [] : [{ label: labelOf(name), value: plain(argument(format, params, position), call) }],
  )
  return [...told, ...rest]
}

const labelOf = (text: string) => harmlessText(text, LABEL_LENGTH_MAX).text

/** The argument that a path means: `#.amounts.[]` and `amounts` are the same here, for all of a list is shown. */
function nameOf(path: string): string {
  return path.replace(/^#\./, '').replace(/\.\[.*\]$/, '')
}

function valueAt(
  path: string,
  format: FunctionFormat,
  params: readonly string[],
  call: DescribedCall,
): Found | undefined {
  if (path === '@.to') return { type: 'address', text: call.toAddress }
  if (path === '@.from') return { type: 'address', text: call.walletAddress }
  if (path === '@.value') return { type: 'uint256', text: String(call.value) }
  const position = format.names.indexOf(nameOf(path))
  return position < 0 ? undefined : argument(format, params, position)
}

function argument({ types }: FunctionFormat, params: readonly string[], position: number): Found {
  return { type: types[position] ?? 'bytes', text: params[position] ?? '' }
}

/** Only a value of the right type is shown as what the descriptor says; any other one as it is. */
function shown(
  field: FieldFormat,
  found: Found,
  call: DescribedCall,
  find: (path: string) => Found | undefined,
): ToldValue {
  const { type, text } = found
  const isNumber = /^uint[0-9]+$/.test(type)
  switch (field.format) {
    case 'amount':
      return isNumber ? amount(text, tokenOf(ZERO_ADDRESS, call) ?? NATIVE_COIN, field) : plain(found, call)
    case 'tokenAmount': {
      const address = field.token === undefined ? undefined : addressAt(field.token, find)
      const token = address === undefined ? undefined : tokenOf(address, call)
      return isNumber ? amount(text, token, field) : plain(found, call)
    }
    case 'date':
      return isNumber ? date(text) : plain(found, call)
    case 'nftName':
      return isNumber ? { kind: 'number', text } : plain(found, call)
    case 'enum': {
      const word = field.words?.get(text)
      return word === undefined
        ? plain(found, call)
        : { kind: 'text', text: `${harmlessText(word, LABEL_LENGTH_MAX).text} (${text})` }
    }
    case 'addressName':
    case 'raw':
      return plain(found, call)
  }
}

const NATIVE_COIN: KnownToken = { address: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, name: 'Ether' }

function tokenOf(address: string, { tokens }: DescribedCall): KnownToken | undefined {
  return tokens.find((token) => sameAddress(token.address, address))
}

function addressAt(token: string, find: (path: string) => Found | undefined): string | undefined {
  if (isAddress(token)) return token
  const found = find(token)
  return found?.type === 'address' ? found.text : undefined
}

/** Beyond the threshold the descriptor's words stand beside the number, never in its place. */
function amount(units: string, token: KnownToken | undefined, field: FieldFormat): ToldValue {
  const { value } = amountField('amount', units, token)
  const { threshold, message } = field
  if (threshold === undefined || message === undefined || BigInt(units) < threshold) return told(value)
  const words = harmlessText(message, LABEL_LENGTH_MAX).text
  const exact = value.kind === 'amount' ? `${value.text} ${value.symbol}` : units
  return { kind: 'text', text: `${words} (${exact})` }
}

/** The last second that a date can have. */
const SECONDS_MAX = 8_640_000_000_000n

function date(seconds: string): ToldValue {
  const value = BigInt(seconds)
  if (value > SECONDS_MAX) return { kind: 'number', text: seconds }
  const text = new Date(1000 * Number(value)).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
  return { kind: 'text', text: `${text} (${seconds})` }
}

function plain({ type, text }: Found, call: DescribedCall): ToldValue {
  if (type === 'address') return told(addressField('to', text, call).value)
  if (type === 'string') return { kind: 'text', text: harmlessText(text, TEXT_LENGTH_MAX).text }
  if (type === 'bool') return { kind: 'text', text }
  if (type.endsWith('[]')) return { kind: 'list', texts: text === '[]' ? [] : text.slice(2, -2).split('","') }
  if (type.startsWith('bytes')) return told(hexField('data', bytesFromHex(text)).value)
  return { kind: 'number', text }
}

/** What the makers of fields give here. */
function told(value: ReturnType<typeof amountField>['value']): ToldValue {
  if (value.kind === 'boolean') return { kind: 'text', text: String(value.value) }
  return value.kind === 'items' || value.kind === 'calls' ? { kind: 'list', texts: [] } : value
}
