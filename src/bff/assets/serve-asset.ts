import type { Asset, Encoding } from './asset-folder.ts'

type AssetHeaders = Record<string, string>

export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const REVALIDATE = 'no-cache'

/** Vite names what it puts under assets/ by content. */
export function cacheOf(path: string): AssetHeaders {
  return { 'cache-control': path.startsWith('assets/') ? IMMUTABLE : REVALIDATE }
}

/** An asset as an answer: 304 when the caller has it, compressed as the caller accepts it. */
export async function serveAsset(request: Request, asset: Asset, headers: AssetHeaders): Promise<Response> {
  const common = {
    ...headers,
    // On a 304 too: its headers replace those that the browser has kept, the page's policy among them (RFC 9111 3.2).
    'content-type': asset.contentType,
    etag: asset.etag,
    ...(asset.compressible ? { vary: 'Accept-Encoding' } : {}),
  }
  if (hasCurrent(request, asset)) return new Response(null, { status: 304, headers: common })
  const encoding = asset.compressible ? acceptedEncoding(request) : 'identity'
  const bytes = await asset.bytes(encoding)
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: {
      ...common,
      'content-length': String(bytes.byteLength),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  })
}

function hasCurrent(request: Request, asset: Asset): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return known.some((etag) => etag.trim() === asset.etag || etag.trim() === '*')
}

/** Brotli before gzip; a coding with q=0 is refused by the caller. */
export function acceptedEncoding(request: Request): Encoding {
  const accepted = new Set(
    (request.headers.get('accept-encoding') ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}
