import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { LOGO_BYTES_MAX } from '#protocol/limits.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { drawPng, pngChunk } from '#service/testing/draw-png.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { refusedFields } from '#service/testing/test-service.ts'

const world = await forFile(serviceWorld.approvals())
const other = await world.addOrganization('Other', 'other.example')

const PATH = '/v1/org/organization'
const put = (logo: unknown, key = world.demo.key) => world.call('PUT', PATH, { key, body: { logo } })
const read = async (key = world.demo.key) => (await world.call('GET', PATH, { key })).content.logo
const given = drawPng({ width: 4, more: [pngChunk('tEXt', Buffer.from('Author\0Mallory'))] })

/** Requests the image, or its color, as the app's pages do. */
async function served(digest: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
  const request = new Request(`http://localhost:4000/approve/api/logos/${digest}`, { headers })
  return world.fetch(request)
}

test('behavior: an organization’s logo is its own, and end-users see it before and after they enrol', async () => {
  expect(await read()).toBeNull()
  const { content } = await put(given.toString('base64'))
  const png = Buffer.from(content.logo, 'base64')
  expect(png.includes('Mallory')).toBe(false)
  expect(await read()).toBe(content.logo)
  expect(await read(other.key)).toBeNull()
  const brand = {
    organizationName: 'Demo',
    organizationLogo: createHash('sha256').update(png).digest('hex'),
  }
  const wallet = await world.createWallet({ externalUserId: 'branded' })
  const device = world.newDevice(wallet.email)
  const invitation = await world.invitationFor(wallet.email)
  expect((await device.post('/invitations/read', { invitation })).content).toEqual(brand)
  const { approver } = await world.protectedWallet()
  expect((await approver.get('/session')).content).toMatchObject(brand)

  const answer = await served(brand.organizationLogo)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  expect((await served(brand.organizationLogo, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const digest of ['0'.repeat(64), '%00', 'x', '%ff'.repeat(64)])
    expect((await served(digest)).status, digest).toBe(404)

  expect((await put(null)).content).toMatchObject({ name: 'Demo', logo: null })
  expect((await served(brand.organizationLogo)).status).toBe(404)
  expect((await approver.get('/session')).content.organizationLogo).toBeUndefined()
})

test('behavior: a logo’s color is a style sheet for the app’s pages alone', async () => {
  const rows = Buffer.concat([0, 0].map(() => Buffer.from([0, 32, 128, 64, 255, 32, 128, 64, 255])))
  const { content } = await put(drawPng({ rows }).toString('base64'))
  const digest = createHash('sha256').update(Buffer.from(content.logo, 'base64')).digest('hex')
  const answer = await served(`${digest}/accent.css`)
  expect(await answer.text()).toBe(':root{--latchkey-accent:#208040}')
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect((await served(`${digest}/accent.css`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)

  const gray = (await put(given.toString('base64'))).content.logo
  const grayDigest = createHash('sha256').update(Buffer.from(gray, 'base64')).digest('hex')
  expect(await (await served(`${grayDigest}/accent.css`)).text()).toBe('')
  expect((await served(`${digest}/accent.css`)).status).toBe(404)
})

test.each([
  ['no base64', '<svg/>'],
  ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ['too many pixels', drawPng({ width: 129 }).toString('base64')],
  ['too many bytes', Buffer.alloc(LOGO_BYTES_MAX + 3).toString('base64')],
])('error: rejects %s, and the logo stays', async (_, logo) => {
  await put(given.toString('base64'))
  const before = await read()
  expect(refusedFields(await put(logo))[0]).toBe('logo')
  expect(await read()).toBe(before)
})

test('error: a made-up, a used and a truncated invitation reveal nothing about an organization', async () => {
  const device = world.newDevice('nobody@example.com')
  const asked = async (invitation: string) =>
    (await device.post('/invitations/read', { invitation })).content.code
  expect(await asked('A'.repeat(43))).toBe('INVITATION_INVALID')
  expect(await asked('A'.repeat(42))).toBe('VALIDATION_FAILED')
  const { wallet } = await world.protectedWallet()
  expect(await asked(await world.invitationFor(wallet.email))).toBe('INVITATION_INVALID')
})
