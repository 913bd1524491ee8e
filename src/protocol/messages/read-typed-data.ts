import { revealText } from '#protocol/display/text.ts'
import { hashTypedData } from './hash-typed-data.ts'
import type { ReadMessage, Signer } from './message-reading.ts'
import { readPermissions } from './read-permissions.ts'
import { RefusedMessage } from './refused-message.ts'
import { listValues, readTypedData, writeTypedData } from './typed-data.ts'

/**
 * Reads typed data in its canonical form: hash, values, permissions and the copy to store are all made of it.
 *
 * @throws RefusedMessage for what cannot be read without guessing, beyond a limit, and for another chain than the wallet's, on
 *   which no signature of it is valid
 */
export function readTypedMessage(given: object, signer: Signer): ReadMessage {
  const typedData = readTypedData(given)
  const { domain, message } = typedData
  const chain = domain.members.get('chainId')
  if (chain?.is === 'value' && chain.value !== String(signer.chainId))
    throw new RefusedMessage('domain.chainId', `must be ${signer.chainId}`)
  // A member named `domain` must not pass for the domain.
  const start = message.members.has('domain') ? 'message' : ''
  const values = [...listValues(domain, 'domain'), ...listValues(message, start)]
  const reading = readPermissions(typedData, signer)
  return {
    hash: hashTypedData(typedData),
    canonical: { kind: 'typed-data', typedData: writeTypedData(typedData) },
    values: values.map(([path, text]) => [path, revealText(text)] as const),
    ...(reading ?? { kind: 'data', permissions: [], warnings: ['unread'] }),
  }
}
