import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress } from 'node:zlib'
import type { Asset } from './asset-folder.ts'
import { BROTLI_ONCE } from './compress.ts'
import { ROOT } from './first-pages.ts'
import { acceptedEncoding } from './serve-asset.ts'

/** As index.html has it. */
const LANGUAGE = '<html lang="en">'

export type ComingPicture = {
  language: string
  /** Never rejects; undefined: the page is as it was built. */
  html: Promise<string | undefined>
}

/**
 * A built page with its picture in it. What is before the picture is sent at once: the browser gets the page's files while
 * it is drawn. It shows what one person may see, and so nobody keeps it.
 */
export async function servePicture(request: Request, page: Asset, picture: ComingPicture): Promise<Response> {
  const isCompressed = acceptedEncoding(request) === 'br'
  const headers = {
    'content-type': page.contentType,
    'cache-control': 'no-store',
    ...(isCompressed && { 'content-encoding': 'br' }),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const built = new TextDecoder().decode(await page.bytes('identity'))
  const parts = partsOf(built, picture)
  return new Response(isCompressed ? compressed(parts) : ReadableStream.from(parts), { headers })
}

async function* partsOf(built: string, { language, html }: ComingPicture): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const at = built.indexOf(ROOT) + ROOT.length
  yield encoder.encode(built.slice(0, at).replace(LANGUAGE, `<html lang="${language}">`))
  yield encoder.encode(((await html) ?? '') + built.slice(at))
}

/** Each part goes out when it is there, and not with the next one. */
function compressed(parts: AsyncIterable<Uint8Array>): ReadableStream {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_ONCE }
  const brotli = createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH })
  // Ends either way: a browser that goes away is nobody's failure.
  pipeline(Readable.from(parts), brotli, () => undefined)
  return Readable.toWeb(brotli)
}
