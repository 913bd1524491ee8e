import * as z from 'zod/mini'
import { t } from '#web/ui/text.ts'

/*
 * What a notice says. The service worker that shows it knows no language and no storage of the page but caches:
 * the page leaves it the texts of the chosen language there.
 */
const CACHE = 'latchkey-notice'
const PATH = '/approve/notice-texts'
const textsSchema = z.object({ title: z.string(), body: z.string() })

/** In words that anybody may read on a locked screen: no amount, no address, no name. */
const texts = () => ({
  title: t('A transaction waits for you'),
  body: t('Open it to approve or decline. Nothing happens before you do.'),
})

/** Called in the page whenever a language is shown, and when notices are allowed. */
export async function keepNoticeTexts(): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const cache = await caches.open(CACHE)
  await cache.put(PATH, Response.json(texts()))
}

/** Called in the worker; English until a page has left another language. */
export async function noticeTexts(): Promise<{ title: string; body: string }> {
  const kept = await caches.match(PATH, { cacheName: CACHE })
  return textsSchema.safeParse(await kept?.json()).data ?? texts()
}
