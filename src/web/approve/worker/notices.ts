import { pushMessageText, readPushMessage } from '#protocol/approver-api.ts'
import { noticeTexts } from '#web/approve/notice-texts.ts'
import { isPage } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Shows a push message. A reminder replaces the previous one. Unreadable messages are shown too: a browser that shows
 * nothing for a message ends the subscription.
 */
export async function showNotice(text: string): Promise<void> {
  const message = readPushMessage(text)
  const { title, body } = await noticeTexts()
  const options = {
    body,
    tag: message?.transactionUuid ?? 'inbox',
    renotify: true,
    icon: '/approve/icon-192.png',
    badge: '/approve/badge-96.png',
    data: message === undefined ? '' : pushMessageText(message),
  }
  await self.registration.showNotification(title, options)
}

/** Opens the transaction of a notice: in the app's window if one is open, else in a new one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close()
  const text = String(notification.data)
  const message = readPushMessage(text)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => isPage(new URL(url).pathname))
  if (open === undefined) {
    const fragment = message === undefined ? '' : `#transaction=${message.transactionUuid}`
    await self.clients.openWindow(`/approve${fragment}`)
    return
  }
  open.postMessage(text)
  await open.focus()
}
