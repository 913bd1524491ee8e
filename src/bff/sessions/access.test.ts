import { expect, test } from 'vitest'
import { readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import type { Role } from '#protocol/roles.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

async function become(role: Role) {
  await world.db.updateTable('bff_member').set({ role }).execute()
}

test('error: the refusal names the person’s role and the required role', async () => {
  await become('operator')
  const error = await readError(admin.browser.post('/api/org/keys', {}))
  expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN_ROLE' })
  expect(error.message).toBe(
    'Your role in this organization (operator) does not allow this. It takes: admin.',
  )
  expect(world.upstream.seen).toEqual([])
})

test('behavior: a revoked role applies from the next request', async () => {
  expect((await admin.browser.send('/api/invitations')).status).toBe(200)
  await become('read-only')
  expect((await admin.browser.send('/api/invitations')).status).toBe(403)
})

test('behavior: an admin can change where the widget is framed, but only an owner the name', async () => {
  const stored = { id: 'org-1', name: 'Demo', sandbox: false }
  world.upstream.on('PUT /v1/org/organization', ({ body }) => ({
    content: { ...stored, ...(typeof body === 'object' ? body : {}) },
  }))
  await become('admin')
  const put = (body: unknown) => admin.browser.send('/api/org/organization', { method: 'PUT', body })
  expect((await put({ embedOrigins: [] })).status).toBe(200)
  for (const body of [{ name: 'Acme' }, { logo: 'iVBO' }, { logo: null }])
    expect(await readError(put(body))).toMatchObject({ code: 'FORBIDDEN_ROLE' })
  await become('owner')
  expect((await put({ name: 'Acme' })).status).toBe(200)
  const row = await world.db.selectFrom('bff_organization').select('name').executeTakeFirstOrThrow()
  expect(row.name).toBe('Acme')
})
