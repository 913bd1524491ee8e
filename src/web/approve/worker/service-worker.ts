import * as z from 'zod/mini'
import { subscribePush } from '#web/approve/subscribe-push.ts'
import { openNotice, showNotice } from './notices.ts'
import { answerFile, answerPage, cacheShell, forgetOtherShells, isPage, isShellFile } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

// Our content security policy forbids evaluated code; zod must not even try whether it may.
z.config({ jitless: true })

// A new version takes over at once: a page loads all of its files when it is opened, and none later.
self.addEventListener('install', (event) => event.waitUntil(cacheShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) =>
  event.waitUntil(forgetOtherShells().then(() => self.clients.claim())),
)

// Only the app's own files. Requests to the service are never cached.
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
// The browser ended a subscription by itself: without a new one no more messages would arrive.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribePush(self.registration)))
