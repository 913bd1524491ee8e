import { functionSelector } from '#protocol/signing/function-signature.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { isAddress } from '#protocol/signing/word.ts'
import {
  DescriptorError,
  listIn,
  readMembers,
  optionalMembers,
  optionalText,
  textIn,
  type Members,
} from './json.ts'
import { parseFragment, type Fragment } from './parse-fragment.ts'
import { FieldReader, type FieldFormat, type References } from './read-field.ts'

/** The display format of one function. */
export type FunctionFormat = Fragment & { intent: string; fields: FieldFormat[] }

/** The description of one contract's calls. `formats` is keyed by selector. Source: ERC-7730, version 2. */
export type Descriptor = {
  owner: string
  deployments: readonly { chainId: number; address: string }[]
  formats: ReadonlyMap<string, FunctionFormat>
  /**
   * True if the descriptor is from the public registry and the organization trusts it; otherwise the page supplied
   * it.
   */
  isTrusted?: boolean
}

/**
 * Maximum number of formats. The selector of each is hashed. The largest contracts of the registry describe far
 * fewer.
 */
const FORMATS_MAX = 256
const FRAGMENTS_LENGTH_MAX = 16_384

/**
 * Reads an ERC-7730 descriptor. It must name its contracts. Unsupported parts (messages to sign, references to
 * other files) are ignored, so they stay unknown. Unknown formats display the raw value.
 *
 * @throws DescriptorError
 */
export function readDescriptor(input: unknown): Descriptor {
  const root = readMembers(input, 'the descriptor')
  const metadata = optionalMembers(root.get('metadata'), 'metadata')
  const display = readMembers(root.get('display'), 'display')
  const reader = new FieldReader(readReferences(metadata, display))
  const formats = new Map<string, FunctionFormat>()
  const given = [...readMembers(display.get('formats'), 'display.formats')]
  const length = given.reduce((sum, [name]) => sum + name.length, 0)
  if (given.length > FORMATS_MAX || length > FRAGMENTS_LENGTH_MAX)
    throw new DescriptorError(
      `display.formats must have at most ${FORMATS_MAX} functions of ${FRAGMENTS_LENGTH_MAX} characters together`,
    )
  for (const [name, format] of given) {
    const fragment = parseFragment(name)
    if (fragment === undefined) continue
    const selector = hexFromBytes(functionSelector(fragment.signature))
    const at = `display.formats.${name}`
    // The standard requires this error, because it does not define which of the two formats applies.
    if (formats.has(selector)) throw new DescriptorError(`${at} is described twice`)
    const members = readMembers(format, at)
    formats.set(selector, {
      ...fragment,
      intent: readIntent(members.get('intent'), `${at}.intent`),
      fields: reader.read(members.get('fields') ?? [], `${at}.fields`),
    })
  }
  return {
    owner: optionalText(metadata.get('owner'), 'metadata.owner') ?? '',
    deployments: readDeployments(root.get('context')),
    formats,
  }
}

function readReferences(metadata: Members, display: Members): References {
  const sections: [path: string, members: unknown][] = [
    ['metadata.enums', metadata.get('enums')],
    ['metadata.constants', metadata.get('constants')],
    ['display.definitions', display.get('definitions')],
  ]
  return new Map(
    sections.flatMap(([path, members]) =>
      [...optionalMembers(members, path)].map(([name, value]) => [`$.${path}.${name}`, value] as const),
    ),
  )
}

function readDeployments(context: unknown): Descriptor['deployments'] {
  const at = 'context.contract.deployments'
  const contract = readMembers(readMembers(context, 'context').get('contract'), 'context.contract')
  const deployments = listIn(contract.get('deployments'), at).map((entry, index) => {
    const deployment = readMembers(entry, `${at}.${index}`)
    const chainId = deployment.get('chainId')
    const address = textIn(deployment.get('address'), `${at}.${index}.address`)
    if (typeof chainId !== 'number' || !isAddress(address))
      throw new DescriptorError(`${at}.${index} must have a chainId and an address`)
    return { chainId, address }
  })
  if (deployments.length === 0) throw new DescriptorError(`${at} must name a contract`)
  return deployments
}

/** A sentence, or several words with their labels, such as `Native staking: Withdraw`. */
function readIntent(intent: unknown, at: string): string {
  if (typeof intent !== 'object') return textIn(intent, at)
  return [...readMembers(intent, at)].map(([label, text]) => `${label}: ${textIn(text, at)}`).join(', ')
}
