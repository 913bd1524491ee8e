import { describe, expect, test } from 'vitest'
import { createBrowser, readError } from '#bff/testing/console-browser.ts'
import { openLiveConsole } from '#bff/testing/live-console.ts'

const { service, world, admin, pages } = await openLiveConsole()
const { startBff, follow, followLive } = pages

describe('access to the stream', () => {
  test('error: refuses a missing session, another site, HEAD and an invalid position', async () => {
    const bff = startBff()
    const browser = createBrowser(bff, admin.browser.cookies)
    const stranger = await createBrowser(bff).send('/api/live')
    expect(await readError(stranger)).toMatchObject({ status: 401, code: 'SESSION_REQUIRED' })
    const foreign = await browser.send('/api/live', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    expect((await browser.send('/api/live', { method: 'HEAD' })).status).toBe(405)
    expect((await browser.send('/api/live', { headers: { 'last-event-id': 'x' } })).status).toBe(400)
    expect((await browser.send('/api/live?after=1')).status).toBe(400)
  })

  test('behavior: signing out ends the stream within seconds', async () => {
    const reader = await followLive(startBff())
    expect((await admin.browser.post('/api/sign-out')).status).toBe(200)
    await expect.poll(reader.ended).toBe('closed')
  })

  test('behavior: an expired session ends its stream, because an open page does not extend a session', async () => {
    const reader = await followLive(startBff())
    world.pass(13 * 3600)
    await expect.poll(reader.ended).toBe('closed')
    const end = () => world.logs.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'stream ended')
    expect(end()).toMatchObject({ end: 'refused', events: 0 })
  })

  test('error: a session has at most twelve streams', async () => {
    const bff = startBff()
    for (let count = 0; count < 12; count += 1) await follow(bff)
    const refused = await createBrowser(bff, admin.browser.cookies).send('/api/live')
    expect(await readError(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  })

  test('behavior: when the process shuts down, streams end, none starts, and connections to the service close', async () => {
    // Connections of earlier tests outlive their last listener.
    const others = service.ctx.streams.ofKeys.count()
    const bff = startBff()
    const reader = await followLive(bff)
    bff.release()
    await expect.poll(reader.ended).toBe('closed')
    await expect.poll(() => service.ctx.streams.ofKeys.count()).toBeLessThanOrEqual(others)
    expect((await createBrowser(bff, admin.browser.cookies).send('/api/live')).status).toBe(503)
  })
})
