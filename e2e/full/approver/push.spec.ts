import type { BrowserContext, Page, Worker } from '@playwright/test'
import { approveToEnd } from '#e2e/fixtures/approver-steps.ts'
import { enrolledCustomer, hold, readNumber } from '#e2e/fixtures/held-calls.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { call } from '#e2e/fixtures/spec-client.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { startPushService, type PushDevice, type PushService } from '#protocol/testing/push-device.ts'

// Headless Chromium has no notifications.
const executablePath = process.env['LATCHKEY_CHROMIUM_WINDOWED']
if (executablePath !== undefined) test.use({ launchOptions: { executablePath } })

let service: PushService
test.beforeEach(async () => {
  service = await startPushService()
})
test.afterEach(() => service.close())

/**
 * Replaces the browser vendor's push service, which is unreachable here. Everything else is real: the
 * permission, the app, the service's encryption and the worker.
 */
async function subscribeHere(context: BrowserContext, device: PushDevice): Promise<void> {
  await context.addInitScript((subscription) => {
    // Stores the subscription like a browser, which keeps it across pages.
    const isOn = () => sessionStorage.getItem('subscribed') === 'yes'
    const own = {
      endpoint: subscription.endpoint,
      toJSON: () => subscription,
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed')
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async (options: { userVisibleOnly: boolean; applicationServerKey: string }) => {
        if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error('options')
        sessionStorage.setItem('subscribed', 'yes')
        return own
      },
      getSubscription: async () => (isOn() ? own : null),
    })
  }, device.subscription)
}

/** Passes a message to the app's service worker, as the browser does with a message from its push service. */
async function pushToWorker(page: Page, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.endsWith('/approve'))
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const message = { origin: new URL(page.url()).origin, registrationId: await registrationId, data }
  await cdp.send('ServiceWorker.deliverPushMessage', message)
}

const noticesOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/approve')
    const notices = (await registration?.getNotifications()) ?? []
    return notices.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Performs the browser's action for a click on the newest notification. */
async function openNotice(worker: Worker): Promise<void> {
  await worker.evaluate(async () => {
    const [notification] = await Reflect.get(globalThis, 'registration').getNotifications()
    if (notification === undefined) throw new Error('there is no notification')
    const event = new Event('notificationclick')
    Object.assign(event, { notification, waitUntil: () => {} })
    globalThis.dispatchEvent(event)
  })
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [running] = context.serviceWorkers()
  return running ?? context.waitForEvent('serviceworker')
}

test('behavior: with notifications on, a pending approval is announced, encrypted for the browser, and a click opens it', async ({
  stack,
  visit,
  picture,
}) => {
  test.setTimeout(120_000)
  const device = service.newDevice()
  const visited = await visit({ permissions: ['notifications'], baseURL: stack.url })
  await subscribeHere(visited.context, device)
  const customer = await enrolledCustomer(stack, async () => visited, 'push')
  const { app } = customer
  await test.step('notifications are offered, and nothing is requested before the click', async () => {
    await expect(app.getByRole('heading', { name: 'Notifications on this device' })).toBeVisible()
    await app.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(app.getByRole('heading', { name: 'Notifications on this device' })).toBeHidden()
  })
  const uuid = await hold(stack, customer)
  const text =
    await test.step('the message is for this browser only and shows no more than a lock screen may', async () => {
      await expect.poll(() => service.received.length).toBe(1)
      const [message] = service.received
      expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
      const decrypted = device.decrypt(message?.body ?? Buffer.alloc(0))
      expect(JSON.parse(decrypted)).toEqual({ transactionUuid: uuid })
      return decrypted
    })
  await test.step('the notification appears once, in plain words', async () => {
    await pushToWorker(app, text)
    await pushToWorker(app, text)
    await expect
      .poll(() => noticesOf(app))
      .toEqual([
        {
          title: 'A request is waiting for you',
          body: 'Open it to approve or decline. This service sends nothing before you do.',
          tag: uuid,
        },
      ])
  })
  await test.step('opening it leads to the transaction and closes the notification', async () => {
    await openNotice(await workerOf(visited.context))
    await expect(app).toHaveURL(`${stack.url}/approve#transaction=${uuid}`)
    await expect(app.getByRole('heading', { name: 'Send 1.5 DEMO' })).toBeVisible()
    await expect.poll(() => noticesOf(app)).toEqual([])
  })
  await approveToEnd(app, await readNumber(stack, uuid))
  expect(await call(stack, 'GET', `/transactions/${uuid}`)).toMatchObject({
    content: { status: 'CONFIRMED' },
  })
  await test.step('after turning them off in the settings, none arrive', async () => {
    await app.getByRole('link', { name: 'Settings' }).click()
    await expect(app.getByRole('button', { name: 'Turn off notifications' })).toBeVisible()
    await show(app, picture, 'approver-settings')
    await app.getByRole('button', { name: 'Turn off notifications' }).click()
    await expect(app.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
    await hold(stack, customer)
    await app.getByRole('link', { name: 'Waiting' }).click()
    await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toBeVisible()
    expect(service.received).toHaveLength(1)
  })
})

test('error: if the browser blocks notifications, the app says how to allow them and shows no prompt', async ({
  stack,
  visit,
  picture,
}) => {
  const visited = await visit({ baseURL: stack.url })
  await visited.context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    Notification.requestPermission = () => Promise.reject(new Error('nobody may be asked'))
  })
  const { app } = await enrolledCustomer(stack, async () => visited, 'blocked')
  await expect(app.getByText('No pending approvals.')).toBeVisible()
  await expect(app.getByRole('button', { name: 'Turn on notifications' })).toBeHidden()
  await app.getByRole('link', { name: 'Settings' }).click()
  await expect(app.getByText('To change that, open the settings of this site')).toBeVisible()
  await show(app, picture, 'approver-notifications-blocked')
})

test('error: if the push service is unreachable, nothing is turned on and the app says that mail still arrives', async ({
  stack,
  visit,
}) => {
  const visited = await visit({ permissions: ['notifications'], baseURL: stack.url })
  await visited.context.addInitScript(() => {
    Object.assign(PushManager.prototype, {
      subscribe: () => Promise.reject(new DOMException('no push service', 'AbortError')),
    })
  })
  const { app } = await enrolledCustomer(stack, async () => visited, 'away')
  await app.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(app.getByRole('alert')).toContainText('still notified by mail')
  await expect(app.getByRole('button', { name: 'Turn on notifications' })).toBeEnabled()
})

test('behavior: when the browser ends a subscription, the worker creates another and notifications continue', async ({
  stack,
  visit,
}) => {
  const [before, after] = [service.newDevice(), service.newDevice()]
  const visited = await visit({ permissions: ['notifications'], baseURL: stack.url })
  await subscribeHere(visited.context, before)
  const customer = await enrolledCustomer(stack, async () => visited, 'Change')
  await customer.app.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(customer.app.getByRole('button', { name: 'Turn on notifications' })).toBeHidden()
  const worker = await workerOf(visited.context)
  await worker.evaluate(async (subscription) => {
    Object.assign(Reflect.get(globalThis, 'PushManager').prototype, {
      subscribe: async () => ({ toJSON: () => subscription }),
    })
    const event = new Event('pushsubscriptionchange')
    await new Promise<void>((resolve) => {
      Object.assign(event, { waitUntil: (work: Promise<void>) => void work.then(resolve) })
      globalThis.dispatchEvent(event)
    })
  }, after.subscription)
  const uuid = await hold(stack, customer)
  const arrived = () => service.received.filter(({ path }) => after.subscription.endpoint.endsWith(path))
  await expect.poll(() => arrived().length).toBe(1)
  expect(after.decrypt(arrived()[0]?.body ?? Buffer.alloc(0))).toContain(uuid)
})

test('behavior: another user who signs in to the same browser gets no notifications of the first', async ({
  stack,
  visit,
}) => {
  const device = service.newDevice()
  const visited = await visit({ permissions: ['notifications'], baseURL: stack.url })
  await subscribeHere(visited.context, device)
  const first = await enrolledCustomer(stack, async () => visited, 'First')
  await first.app.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(first.app.getByRole('button', { name: 'Turn on notifications' })).toBeHidden()
  const second = await enrolledCustomer(stack, async () => visited, 'Second')
  await expect(second.app.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  await hold(stack, first)
  await hold(stack, second)
  await expect(second.app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toBeVisible()
  expect(service.received).toEqual([])
})
