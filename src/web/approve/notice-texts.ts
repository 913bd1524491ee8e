import * as z from 'zod/mini'
import { t } from '#web/ui/text.ts'

/*
 * The texts of a notice. The service worker that shows it cannot read the page's language or its storage,
 * except caches. The page therefore stores the texts of the chosen language in a cache.
 */
const CACHE = 'latchkey-notice'
const PATH = '/approve/notice-texts'
const textSchema = z.object({ title: z.string(), body: z.string() })
const textsSchema = z.object({
  waiting: textSchema,
  executed: textSchema,
  'removal-started': textSchema,
  'key-added': textSchema,
})

/** Texts for a locked screen. They contain no amount, address or name. */
const texts = (): z.infer<typeof textsSchema> => ({
  waiting: {
    title: t('A request is waiting for you'),
    body: t('Open it to approve or decline. This service sends nothing before you do.'),
  },
  executed: {
    title: t('A transaction was executed without your approval'),
    body: t('Open it to see what moved and what to do now.'),
  },
  'removal-started': {
    title: t('The protection of your wallet is being removed'),
    body: t('Open it to see how long it lasts, and object if this was not you.'),
  },
  'key-added': {
    title: t('A passkey was added to your wallet'),
    body: t('Open it to see who can sign now.'),
  },
})

/** Called in the page when a language is selected and when notifications are allowed. */
export async function storeNoticeTexts(): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const cache = await caches.open(CACHE)
  await cache.put(PATH, Response.json(texts()))
}

/** Called in the worker. Returns English until a page has stored another language. */
export async function noticeTexts(): Promise<z.infer<typeof textsSchema>> {
  const cached = await caches.match(PATH, { cacheName: CACHE })
  return textsSchema.safeParse(await cached?.json()).data ?? texts()
}
