import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { PagePainter } from '#shared/org/page-picture.ts'
import { builtDir } from './built-dir.ts'

const isFunction = (value: unknown) => typeof value === 'function'
const painterSchema = z.object({
  askThrough: z.custom<PagePainter['askThrough']>(isFunction),
  languageOf: z.custom<PagePainter['languageOf']>(isFunction),
  drawPage: z.custom<PagePainter['drawPage']>(isFunction),
})

/** What draws the console's pages on the server, where it was built; without it the browser does. */
export async function loadPainter(log: Logger): Promise<PagePainter | undefined> {
  try {
    return painterSchema.parse(await import(pathToFileURL(join(builtDir('picture'), 'index.js')).href))
  } catch (err) {
    log.warn({ err }, 'pages are not drawn by the server: run npm start')
    return undefined
  }
}
