import { functionSelector } from '#shared/signing/function-signature.ts'
import { hexFromBytes } from '#shared/signing/hex.ts'
import { isAddress } from '#shared/signing/word.ts'
import { DescriptorError, listIn, membersOf, optionalMembers, optionalText, textIn } from './json.ts'
import { parseFragment, type Fragment } from './parse-fragment.ts'

const FORMATS = ['raw', 'amount', 'tokenAmount', 'addressName', 'date', 'nftName', 'enum'] as const
type FormatName = (typeof FORMATS)[number]

/** How one value of a call is shown. `path` as in the standard: `#.name`, `name`, `@.to`, `@.value` or `@.from`. */
export type FieldFormat = {
  path: string
  label: string
  format: FormatName
  /** The token of an amount, or the collection of an item: a path, or an address. */
  token?: string | undefined
  /** From this amount on, `message` stands beside it. */
  threshold?: bigint | undefined
  message?: string | undefined
  /** A value's words. */
  words?: ReadonlyMap<string, string> | undefined
}

/** How one function is shown. */
export type FunctionFormat = Fragment & { intent: string; fields: FieldFormat[] }

/** What somebody says of the calls of one contract; `formats` by selector. Source: ERC-7730, version 2. */
export type Descriptor = {
  owner: string
  deployments: readonly { chainId: number; address: string }[]
  formats: ReadonlyMap<string, FunctionFormat>
}

/**
 * Reads a descriptor of the form that ERC-7730 has. It must name the contracts that it is for. What is not read here
 * is left out and so stays unknown: functions with tuples or arrays, messages to sign, references to other files.
 * Formats that are not known show the value as it is.
 *
 * @throws DescriptorError
 */
export function readDescriptor(input: unknown): Descriptor {
  const root = membersOf(input, 'the descriptor')
  const metadata = optionalMembers(root.get('metadata'), 'metadata')
  const display = membersOf(root.get('display'), 'display')
  const enums = optionalMembers(metadata.get('enums'), 'metadata.enums')
  const formats = new Map<string, FunctionFormat>()
  for (const [name, format] of membersOf(display.get('formats'), 'display.formats')) {
    const fragment = parseFragment(name)
    if (fragment === undefined) continue
    const selector = hexFromBytes(functionSelector(fragment.signature))
    formats.set(selector, readFunction(fragment, format, `display.formats.${name}`, enums))
  }
  return {
    owner: optionalText(metadata.get('owner'), 'metadata.owner') ?? '',
    deployments: readDeployments(root.get('context')),
    formats,
  }
}

function readDeployments(context: unknown): Descriptor['deployments'] {
  const at = 'context.contract.deployments'
  const contract = membersOf(membersOf(context, 'context').get('contract'), 'context.contract')
  const deployments = listIn(contract.get('deployments'), at).map((entry, index) => {
    const deployment = membersOf(entry, `${at}.${index}`)
    const chainId = deployment.get('chainId')
    const address = textIn(deployment.get('address'), `${at}.${index}.address`)
    if (typeof chainId !== 'number' || !isAddress(address))
      throw new DescriptorError(`${at}.${index} must have a chainId and an address`)
    return { chainId, address }
  })
  if (deployments.length === 0) throw new DescriptorError(`${at} must name a contract`)
  return deployments
}

type Enums = ReadonlyMap<string, unknown>

function readFunction(fragment: Fragment, format: unknown, at: string, enums: Enums): FunctionFormat {
  const members = membersOf(format, at)
  const fields = listIn(members.get('fields') ?? [], `${at}.fields`)
  return {
    ...fragment,
    intent: textIn(members.get('intent'), `${at}.intent`),
    fields: fields.map((field, index) => readField(field, `${at}.fields.${index}`, enums)),
  }
}

function readField(field: unknown, at: string, enums: Enums): FieldFormat {
  const members = membersOf(field, at)
  const params = optionalMembers(members.get('params'), `${at}.params`)
  const token = params.get('tokenPath') ?? params.get('token') ?? params.get('collectionPath')
  const threshold = params.get('threshold')
  const wanted = members.get('format')
  return {
    path: textIn(members.get('path'), `${at}.path`),
    label: textIn(members.get('label'), `${at}.label`),
    format: FORMATS.find((name) => name === wanted) ?? 'raw',
    token: optionalText(token ?? params.get('collection'), `${at}.params`),
    threshold: threshold === undefined ? undefined : readThreshold(threshold, `${at}.params.threshold`),
    message: optionalText(params.get('message'), `${at}.params.message`),
    words: readWords(params.get('$ref'), `${at}.params.$ref`, enums),
  }
}

function readThreshold(value: unknown, at: string): bigint {
  const text = String(value)
  if (!/^(0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(text)) throw new DescriptorError(`${at} must be a number`)
  return BigInt(text)
}

const ENUMS = '$.metadata.enums.'

function readWords(reference: unknown, at: string, enums: Enums): ReadonlyMap<string, string> | undefined {
  if (reference === undefined) return undefined
  const name = textIn(reference, at)
  const words = name.startsWith(ENUMS) ? enums.get(name.slice(ENUMS.length)) : undefined
  if (words === undefined) throw new DescriptorError(`${at} must be one of ${ENUMS}*`)
  return new Map([...membersOf(words, at)].map(([value, word]) => [value, textIn(word, at)]))
}
