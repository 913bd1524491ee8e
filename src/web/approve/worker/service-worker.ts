import * as z from 'zod/mini'
import { readNotice, pushMessageText, readPushMessage } from '#protocol/push-message.ts'
import { noticeTexts } from '#web/approve/notice-texts.ts'
import { subscribePush } from '#web/approve/subscribe-push.ts'
import { answerFile, answerPage, cacheShell, forgetOtherShells, isPage, isShellFile } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

// Our content security policy forbids `eval`. Zod must not test whether it is allowed.
z.config({ jitless: true })

// A new version takes over at once. An open page loads further files only after a navigation, and the first
// navigation after the takeover reloads the page (`register-worker.ts`).
self.addEventListener('install', (event) => event.waitUntil(cacheShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) =>
  event.waitUntil(forgetOtherShells().then(() => self.clients.claim())),
)

// Caches only the app's own files, never requests to the service.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(answerPage(request))
  } else if (isShellFile(pathname)) event.respondWith(answerFile(request))
})

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data?.text() ?? '')))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)))
// The browser ended a subscription. Without a new one, no more messages would arrive.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribePush(self.registration)))

/**
 * Shows a push message. A reminder replaces the previous one. Unreadable messages are shown too, because a
 * browser ends the subscription if a message shows nothing.
 */
async function showNotice(text: string): Promise<void> {
  const message = readPushMessage(text)
  const notice = message === undefined ? undefined : readNotice(message)
  const { title, body } = (await noticeTexts())[notice?.says ?? 'waiting']
  const options = {
    body,
    tag: notice?.uuid ?? 'inbox',
    renotify: true,
    icon: '/approve/icon-192.png',
    badge: '/approve/badge-96.png',
    data: message === undefined ? '' : pushMessageText(message),
  }
  await self.registration.showNotification(title, options)
}

/** Opens the page of a notice, in the app's window if one is open or in a new one. */
async function openNotice(notification: Notification): Promise<void> {
  notification.close()
  const text = String(notification.data)
  const message = readPushMessage(text)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => isPage(new URL(url).pathname))
  if (open === undefined) {
    const fragment = message === undefined ? '' : readNotice(message).fragment
    await self.clients.openWindow(`/approve${fragment}`)
    return
  }
  open.postMessage(text)
  await open.focus()
}
