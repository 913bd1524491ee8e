import * as z from 'zod/mini'
import { t } from '#web/ui/text.ts'

/*
 * The texts of a notice. The service worker that shows it has no access to the page's language or storage except
 * caches: the page stores the texts of the chosen language there.
 */
const CACHE = 'latchkey-notice'
const PATH = '/approve/notice-texts'
const textsSchema = z.object({ title: z.string(), body: z.string() })

/** For a locked screen: no amount, no address, no name. */
const texts = () => ({
  title: t('A request waits for you'),
  body: t('Open it to approve or decline. This service sends nothing before you do.'),
})

/** Called in the page when a language is shown, and when notifications are allowed. */
export async function storeNoticeTexts(): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const cache = await caches.open(CACHE)
  await cache.put(PATH, Response.json(texts()))
}

/** Called in the worker; English until a page has stored another language. */
export async function noticeTexts(): Promise<{ title: string; body: string }> {
  const cached = await caches.match(PATH, { cacheName: CACHE })
  return textsSchema.safeParse(await cached?.json()).data ?? texts()
}
