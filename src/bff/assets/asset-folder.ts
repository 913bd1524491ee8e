import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { COMPRESS_BYTES_MIN, compressBrotli, compressGzip } from './compress.ts'
import { contentType, isText } from './content-type.ts'

/** Source maps, and the brotli forms that stand beside their files. */
const NOT_SERVED = new Set(['.map', '.br'])

export type Encoding = 'br' | 'gzip' | 'identity'
export type Asset = {
  contentType: string
  /** Of the content, whatever its encoding: a weak validator. */
  etag: string
  bytes: (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>
  /** Whether compressed forms exist. */
  compressible: boolean
}

/** The built files of one folder, by their path below it ("assets/index-abc.js"). */
export type AssetFolder = { find: (path: string) => Promise<Asset | undefined> }

/**
 * Lists the folder once; afterwards a path is only looked up in that list. A request's path never becomes a
 * file system path, so there is nothing to climb out of. Links, dot files, source maps and brotli forms are not in the list.
 */
export function openAssetFolder(directory: string): AssetFolder {
  let listed: Promise<Map<string, Promise<Asset> | string>> | undefined
  return {
    async find(path) {
      listed ??= list(directory)
      const files = await listed
      // Nothing was built yet: look again next time.
      if (files.size === 0) listed = undefined
      const found = files.get(path)
      if (typeof found !== 'string') return found
      const asset = load(found)
      files.set(path, asset)
      asset.catch(() => files.set(path, found))
      return asset
    },
  }
}

async function list(directory: string): Promise<Map<string, Promise<Asset> | string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    files
      .map((file) => [relative(directory, file).split(sep).join('/'), file] as const)
      .filter(([path]) => isPublic(path)),
  )
}

/** `.well-known` is the one folder with a dot that is meant for the world. */
function isPublic(path: string): boolean {
  const hidden = path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')
  return !hidden && !NOT_SERVED.has(extname(path))
}

async function load(file: string): Promise<Asset> {
  const plain = new Uint8Array(await readFile(file))
  const type = contentType(file)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  const compressible = isText(type) && plain.byteLength >= COMPRESS_BYTES_MIN
  const encoded = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>([['identity', Promise.resolve(plain)]])
  return {
    contentType: type,
    etag: `W/"${hash}"`,
    compressible,
    bytes(encoding) {
      const known = encoded.get(encoding)
      if (known !== undefined) return known
      const made = encoding === 'br' ? brotliOf(file, plain) : compressGzip(plain)
      encoded.set(encoding, made)
      return made
    },
  }
}

/** The form that the build left beside the file, which is of that very content: such files are named by it. */
async function brotliOf(file: string, plain: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const built = await readFile(`${file}.br`).catch(() => null)
  return built === null ? compressBrotli(plain) : new Uint8Array(built)
}
