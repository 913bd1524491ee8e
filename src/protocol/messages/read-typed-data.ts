import { revealText } from '#protocol/display/text.ts'
import { hashTypedData } from './hash-typed-data.ts'
import { isKnownType } from './known-structs.ts'
import type { ReadMessage, Signer } from './message-reading.ts'
import { readPermissions } from './read-permissions.ts'
import { RefusedMessage } from './refused-message.ts'
import { encodeType } from './typed-data-types.ts'
import { listValues, readTypedData, writeTypedData } from './typed-data.ts'

const PRIMARY_TYPE = 'primaryType'

/**
 * Reads typed data in its canonical form, from which hash, values, permissions and the stored copy are made.
 *
 * @throws RefusedMessage for data that cannot be read without guessing, beyond a limit, and for another chain
 * than the wallet's, where its signature would be invalid
 */
export function readTypedMessage(given: object, signer: Signer): ReadMessage {
  const typedData = readTypedData(given)
  const { structs, domain, message } = typedData
  const chain = domain.members.get('chainId')
  if (chain?.is === 'value' && chain.value !== String(signer.chainId))
    throw new RefusedMessage('domain.chainId', `must be ${signer.chainId}`)
  // A member with one of these names must not be confused with the domain or the type.
  const start = ['domain', PRIMARY_TYPE].some((name) => message.members.has(name)) ? 'message' : ''
  const reading = readPermissions(typedData, signer)
  // Equal values of two types have different hashes, so the type is displayed too. The name is enough to identify a
  // fully known type.
  const type = isKnownType(typedData) ? message.name : encodeType(structs, message.name)
  const values = [
    [PRIMARY_TYPE, type] as const,
    ...listValues(domain, 'domain'),
    ...listValues(message, start),
  ]
  return {
    hash: hashTypedData(typedData),
    canonical: { kind: 'typed-data', typedData: writeTypedData(typedData) },
    values: values.map(([path, text]) => [path, revealText(text)] as const),
    ...(reading ?? { kind: 'data', permissions: [], warnings: ['unread'] }),
  }
}
