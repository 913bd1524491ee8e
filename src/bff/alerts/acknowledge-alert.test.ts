import { expect, test } from 'vitest'
import { readContent, readError, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember } from '#bff/testing/people.ts'
import { alertListSchema, type Alert } from '#protocol/alerts.ts'

const LIST = 'GET /v1/org/alerts'
const DAY_SECONDS = 86_400
const FAILING: Alert = {
  id: '0c9a1d52-0c6c-4a3c-8a53-0d3a3b1c2d4e',
  kind: 'webhook-failing',
  subject: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e',
  name: 'hooks.example',
  raisedAtDatetime: '2026-11-21T09:00:00.000Z',
}
const AGAIN = { ...FAILING, id: '1c9a1d52-0c6c-4a3c-8a53-0d3a3b1c2d4e' }

const world = await consoleWorld.fresh()
const owner = world.adminForEach()

const acknowledge = ({ browser }: Admin, id = FAILING.id) =>
  browser.post(`/api/alerts/${id}/acknowledgement`, {})
const acknowledged = async (admin: Admin, id?: string) =>
  alertListSchema.parse(await readContent(acknowledge(admin, id)))
const alerts = async ({ browser }: Admin) =>
  alertListSchema.parse(await readContent(browser.send('/api/org/alerts')))
const findName = (list: readonly Alert[], id = FAILING.id) =>
  list.find((alert) => alert.id === id)?.acknowledgement?.name

test('behavior: an acknowledged alert stays listed for everyone, with the first member and the time', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  world.upstream.answers(LIST, [FAILING])
  const at = world.ctx.clock.now().toISOString()
  const expected = { ...FAILING, acknowledgement: { name: 'Grace', atDatetime: at } }
  expect(await acknowledged(grace)).toContainEqual(expected)
  expect(await alerts(owner)).toContainEqual(expected)
  world.pass(60)
  expect(findName(await acknowledged(owner))).toBe('Grace')
  const [entry, ...others] = await world.audited('alerts.acknowledged')
  expect(others).toEqual([])
  expect(entry).toMatchObject({ actor_name: 'Grace', target: FAILING.id })
  expect(JSON.parse(entry?.details ?? '')).toEqual({
    kind: 'webhook-failing',
    subject: FAILING.subject,
    name: 'hooks.example',
  })
})

test('behavior: an alert that is raised again needs another acknowledgement', async () => {
  world.upstream.answers(LIST, [FAILING])
  await acknowledged(owner)
  world.upstream.answers(LIST, [AGAIN])
  expect(findName(await alerts(owner), AGAIN.id)).toBeUndefined()
  expect(findName(await acknowledged(owner, AGAIN.id), AGAIN.id)).toBe('Ada')
})

test('behavior: an alert of the console itself can be acknowledged too', async () => {
  await addMember(world, owner, { role: 'admin', name: 'Grace' })
  const [added] = await alerts(owner)
  expect(added).toMatchObject({ kind: 'admin-added' })
  expect(findName(await acknowledged(owner, added?.id), added?.id)).toBe('Ada')
})

test('error: an alert that is not raised cannot be acknowledged, and nothing is stored', async () => {
  world.upstream.answers(LIST, [FAILING])
  // The log is append-only, so it has the entries of earlier tests.
  const before = await world.audited('alerts.acknowledged')
  expect(await readError(acknowledge(owner, AGAIN.id))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(await world.audited('alerts.acknowledged')).toEqual(before)
  world.upstream.answers(LIST, [FAILING, AGAIN])
  expect(findName(await alerts(owner), AGAIN.id)).toBeUndefined()
})

test('behavior: old acknowledgements of alerts that are gone are deleted, and those of raised alerts stay', async () => {
  const ids = async () =>
    (await world.db.selectFrom('bff_alert_acknowledgement').select('alert_id').execute()).map(
      ({ alert_id: id }) => id,
    )
  world.upstream.answers(LIST, [FAILING, AGAIN])
  await acknowledged(owner)
  await acknowledged(owner, AGAIN.id)
  const later = { ...FAILING, id: 'later' }
  world.upstream.answers(LIST, [AGAIN, later])
  await world.db
    .updateTable('bff_alert_acknowledgement')
    .set({ acknowledged_at: new Date(world.ctx.clock.now().getTime() - 91 * DAY_SECONDS * 1_000) })
    .execute()
  await acknowledged(owner, later.id)
  expect((await ids()).toSorted()).toEqual([AGAIN.id, later.id].toSorted())
})
