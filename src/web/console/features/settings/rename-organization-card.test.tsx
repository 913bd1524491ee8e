import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { RequireSession } from '#web/console/app/app.tsx'
import { useSession } from '#web/console/lib/session.query.ts'
import { answerRequests, fieldIn, renderLive, submitIn, typeInto } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { RenameOrganizationCard } from './rename-organization-card.tsx'

afterEach(() => void vi.unstubAllGlobals())

function Page() {
  return (
    <>
      <h1>{useSession().organization.name}</h1>
      <RenameOrganizationCard />
    </>
  )
}

test('behavior: an owner renames the organization, and every place that shows its name updates', async () => {
  const renamed = { ...SIGNED_IN.organization, name: 'Acme' }
  const asked = answerRequests({
    'PUT /api/org/organization': { ...renamed, sandbox: true },
    'GET /api/session': { ...SIGNED_IN, organization: renamed },
  })
  const page = renderLive(
    <Routes>
      <Route element={<RequireSession />}>
        <Route path="/" element={<Page />} />
      </Route>
    </Routes>,
  )
  typeInto(fieldIn(page, 'Organization name'), '  ')
  submitIn(page)
  await expect.poll(() => page.textContent).toContain('Must not be empty')
  expect(asked).toEqual([])
  typeInto(fieldIn(page, 'Organization name'), ' Acme ')
  submitIn(page)
  await expect.poll(() => page.querySelector('h1')?.textContent).toBe('Acme')
  expect(asked[0]).toBe('PUT /api/org/organization')
})

test('behavior: an admin sees the name and that owners can change it', () => {
  const session = { ...SIGNED_IN, admin: { ...SIGNED_IN.admin, role: 'admin' } as const }
  const card = renderLive(<RenameOrganizationCard />, { session })
  expect(card.textContent).toContain('For owners')
  expect(card.textContent).toContain('Demo')
  expect(card.querySelector('form')).toBeNull()
})
