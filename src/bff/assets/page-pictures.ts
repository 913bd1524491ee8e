import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hono } from 'hono'
import {
  CHOSEN_LANGUAGE,
  type PageAnswer,
  type PagePainter,
  type PageVisit,
} from '#shared/org/page-picture.ts'
import type { BffContext, BffEnv, Exchange } from '#bff/context.ts'
import { readCookie } from '#bff/http/cookies.ts'
import type { ComingPicture } from './serve-picture.ts'

/** A picture that takes longer helps nobody: the page would be there as soon. */
const DRAW_MS_MAX = 400

export type PagePictures = {
  /** The page as whoever asks for it sees it first; undefined without a session. */
  draw: (exchange: Exchange) => ComingPicture | undefined
}

type Ask = (path: string) => Promise<PageAnswer>

/**
 * Draws pages with the answers that the console's own requests get: they go through every check of `app`, with the cookies
 * of whoever asks for the page and nothing more.
 */
export function createPagePictures(app: Hono<BffEnv>, ctx: BffContext, painter: PagePainter): PagePictures {
  const asking = new AsyncLocalStorage<Ask>()
  painter.askThrough(async (path) => {
    const ask = asking.getStore()
    if (ask === undefined) throw new Error('Nothing is being drawn')
    return ask(path)
  })
  return {
    draw(exchange) {
      if (readCookie(exchange.req.raw, ctx.settings.cookies.session) === undefined) return undefined
      const visit = visitOf(ctx, exchange, painter)
      const drawn = asking.run(askOf(app, ctx, exchange), () => painter.drawPage(visit))
      const html = soon(drawn).catch((error: unknown) => {
        ctx.log.warn({ err: error, path: visit.pathname }, 'a page could not be drawn')
        return undefined
      })
      return { language: visit.language, html }
    },
  }
}

/** What is refused is no picture: the page asks again, and shows why. */
function askOf(app: Hono<BffEnv>, { settings }: BffContext, { req, env }: Exchange): Ask {
  const headers = new Headers({ accept: 'application/json', cookie: req.header('cookie') ?? '' })
  return async (path) => {
    const answer = await app.fetch(new Request(settings.publicUrl + path, { headers }), env)
    if (!answer.ok) throw new Error(`${path.replace(/\?.*/, '')} was answered ${answer.status}`)
    return { text: await answer.text(), link: answer.headers.get('link') }
  }
}

function visitOf({ settings }: BffContext, { req }: Exchange, painter: PagePainter): PageVisit {
  return {
    pathname: req.path,
    search: new URL(req.url).search,
    origin: settings.publicOrigin,
    language: painter.languageOf(tagsOf(req.raw)),
    userAgent: req.header('user-agent') ?? '',
    isMobile: req.header('sec-ch-ua-mobile') === '?1',
  }
}

/** Browsers name theirs in the order of their weights. */
function tagsOf(request: Request): string[] {
  const accepted = (request.headers.get('accept-language') ?? '').split(',')
  const chosen = readCookie(request, CHOSEN_LANGUAGE) ?? ''
  return [chosen, ...accepted.map((part) => part.split(';')[0]?.trim() ?? '')]
}

async function soon<Value>(value: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DRAW_MS_MAX)
  })
  // Nobody waits for what comes late, be it a failure.
  value.catch(() => undefined)
  return Promise.race([value, late]).finally(() => clearTimeout(timer))
}
