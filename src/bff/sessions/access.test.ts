import { expect, test } from 'vitest'
import { CONSOLE_ACCESS, reaches, type Role, ROLES } from '#protocol/console-access.ts'
import { errorOf } from '#bff/testing/harness.ts'
import { adminForEach, harnessForEach } from '#bff/testing/set-up.ts'

// A hosted service has the most routes of its own.
const harness = await harnessForEach({ hostedUpstream: true })
const admin = adminForEach(harness)

/** What needs no session: a credential of its own, or none. */
const WITHOUT_SESSION =
  /^(GET \/api\/session|POST \/api\/(setup|sign-in|recover)\/(options|verify)|POST \/api\/(sign-out|sign-in\/provider|identity)|POST \/api\/join\/(invitation|options|verify)|POST \/api\/csp-report|POST \/api\/upstream\/webhooks\/:hookId|[A-Z]+ \/api\/widget\/.*)$/

function consoleRoutes() {
  return harness.routes.filter(({ method, path }) => !WITHOUT_SESSION.test(`${method} ${path}`))
}

async function become(role: Role) {
  await harness.db.updateTable('bff_member').set({ role }).execute()
}

function fill(path: string) {
  return path
    .replace(/:(address|tokenAddress)/g, `0x${'1'.repeat(40)}`)
    .replace(/:\w+/g, '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e')
}

test('behavior: somebody has decided who may use each route of the console, and no decision is left over', () => {
  const routes = consoleRoutes().map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(CONSOLE_ACCESS).toSorted())
})

test.each(ROLES)('behavior: %s reaches the routes that the table says, and no other', async (role) => {
  admin.browser.passkey = undefined
  await become(role)
  const decided: Record<string, { role: Role; stepUp?: true }> = CONSOLE_ACCESS
  for (const { method, path } of consoleRoutes()) {
    // It would end the session, or has no end.
    if (/sign-out-everywhere|api\/live/.test(path)) continue
    const access = decided[`${method} ${path}`] ?? { role: 'owner', stepUp: true }
    const init = { method, ...(method === 'GET' ? {} : { raw: '{' }) }
    const answer = await admin.browser.send(fill(path), init)
    const code = answer.status === 200 ? undefined : (await errorOf(answer)).code
    const isRefused = code === 'FORBIDDEN_ROLE'
    expect(isRefused, `${role}: ${method} ${path}`).toBe(!reaches(role, access.role))
    if (isRefused) continue
    expect(code === 'STEP_UP_REQUIRED', `${method} ${path}`).toBe(access.stepUp === true)
  }
})

test('error: the refusal says which role one has and which it takes', async () => {
  await become('operator')
  const error = await errorOf(admin.browser.post('/api/org/keys', {}))
  expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN_ROLE' })
  expect(error.message).toBe(
    'Your role in this organization (operator) does not allow this. It takes: admin.',
  )
  expect(harness.upstream.seen).toEqual([])
})

test('behavior: a role that was taken away counts from the next request on', async () => {
  expect((await admin.browser.send('/api/invitations')).status).toBe(200)
  await become('read-only')
  expect((await admin.browser.send('/api/invitations')).status).toBe(403)
})

test('behavior: an admin may change where the widget is framed, and only an owner the name', async () => {
  const stored = { id: 'org-1', name: 'Demo', sandbox: false }
  harness.upstream.on('PUT /v1/org/organization', ({ body }) => ({
    content: { ...stored, ...(typeof body === 'object' ? body : {}) },
  }))
  await become('admin')
  const put = (body: unknown) => admin.browser.send('/api/org/organization', { method: 'PUT', body })
  expect((await put({ embedOrigins: [] })).status).toBe(200)
  for (const body of [{ name: 'Acme' }, { logo: 'iVBO' }, { logo: null }])
    expect(await errorOf(put(body))).toMatchObject({ code: 'FORBIDDEN_ROLE' })
  await become('owner')
  expect((await put({ name: 'Acme' })).status).toBe(200)
  const row = await harness.db.selectFrom('bff_organization').select('name').executeTakeFirstOrThrow()
  expect(row.name).toBe('Acme')
})
