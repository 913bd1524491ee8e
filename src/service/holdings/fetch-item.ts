import { decodeAbiParameters, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { harmlessText } from '#protocol/display/text.ts'
import type { Collectible } from '#protocol/wallets.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { readContract } from '#service/chain/read-contract.ts'
import { pictureKind, type PictureType } from './picture-kind.ts'
import { readSource, SourceError, type SourceRules } from './picture-source.ts'

const METADATA_BYTES_MAX = 1_500_000
const PICTURE_BYTES_MAX = 1_000_000
const NAME_LENGTH_MAX = 100
const DESCRIPTION_LENGTH_MAX = 500

const abi = parseAbi([
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])

/** ERC-721 and ERC-1155 metadata JSON. Some collections name the picture `image_url`. */
const metadataSchema = z.object({
  name: z.optional(z.unknown()),
  description: z.optional(z.unknown()),
  image: z.optional(z.unknown()),
  image_url: z.optional(z.unknown()),
})

export type ItemAddress = { token: Address; tokenId: bigint; standard: 'erc721' | 'erc1155' }
export type FetchedItem = {
  name: string
  description: string
  picture?: { mediaType: PictureType; bytes: Buffer }
  problem?: NonNullable<Collectible['problem']>
}

/**
 * Fetches the current metadata of an item and its picture. The contract returns the URI of the metadata, and the
 * metadata contains the URI of the picture. Both may be stored anywhere. A part that cannot be loaded or displayed is
 * reported as a `problem` and causes no error.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function fetchItem(
  chain: ChainReader,
  item: ItemAddress,
  rules: SourceRules,
): Promise<FetchedItem> {
  const uri = await readUri(chain, item)
  if (uri === undefined || uri === '') return { name: '', description: '', problem: 'none' }
  let words = { name: '', description: '' }
  try {
    const content = await readSource(uri, METADATA_BYTES_MAX, rules)
    // Some contracts return the picture itself in place of metadata (MetaMask/core 4482).
    const ownKind = pictureKind(content)
    if (ownKind !== undefined && content.byteLength > PICTURE_BYTES_MAX) throw new SourceError('size')
    if (ownKind !== undefined) return { ...words, picture: { mediaType: ownKind, bytes: content } }
    const metadata = readMetadata(content)
    words = {
      name: harmlessText(textIn(metadata.name), NAME_LENGTH_MAX).text,
      description: harmlessText(textIn(metadata.description), DESCRIPTION_LENGTH_MAX).text,
    }
    const image = textIn(metadata.image) || textIn(metadata.image_url)
    if (image === '') return { ...words, problem: 'none' }
    const bytes = await readSource(image, PICTURE_BYTES_MAX, rules)
    const mediaType = pictureKind(bytes)
    return mediaType === undefined
      ? { ...words, problem: 'kind' }
      : { ...words, picture: { mediaType, bytes } }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { ...words, problem: error.problem }
  }
}

async function readUri(chain: ChainReader, item: ItemAddress): Promise<string | undefined> {
  const functionName = item.standard === 'erc721' ? 'tokenURI' : 'uri'
  const data = encodeFunctionData({ abi, functionName, args: [item.tokenId] })
  const uri = decodeString(await readContract(chain, item.token, data))
  // ERC-1155: clients replace `{id}` with the token's id, in 64 lower-case digits.
  return uri?.replaceAll('{id}', item.tokenId.toString(16).padStart(64, '0'))
}

function decodeString(answer: Hex): string | undefined {
  if (answer.length > 2 + 2 * 2 * METADATA_BYTES_MAX) return undefined
  try {
    return decodeAbiParameters([{ type: 'string' }], answer)[0].trim()
  } catch {
    return undefined
  }
}

/** The text of a field, or an empty text if the field is missing or is not a text. */
function textIn(field: unknown): string {
  return typeof field === 'string' ? field : ''
}

/** @throws SourceError for bytes that are not metadata */
function readMetadata(bytes: Buffer): z.output<typeof metadataSchema> {
  try {
    return metadataSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new SourceError('kind', cause)
  }
}
