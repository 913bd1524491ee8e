import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openSecret, sealSecret, secretKeyId } from '#server-kit/secrets/secret-box.ts'
import {
  currentKeyId,
  recordDeploymentSecret,
  requireDeploymentSecret,
  WrongSecretError,
} from '#service/db/deployment-secret.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { resealSecrets } from '#service/reseal-secrets.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { webhookSecretContext } from './stored-webhook.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

const database = await serviceWorld.database()
const organization = { name: 'One', now: new Date() }
const organizationId = (await createOrganization(database.db, organization)).id
afterAll(() => database.close())

const insertWebhook = (previous: string | null) =>
  database.db
    .insertInto('webhook_endpoints')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      url: 'https://hooks.example/',
      description: '',
      types: null,
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      secret_box: sealSecret([oldKey], webhookSecretContext(organizationId), 'whsec_one'),
      previous_secret_box: previous,
      previous_secret_until: null,
      failing_since: null,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()

test('behavior: the first process sets the secret, another secret is refused, old and new together are accepted', async () => {
  await requireDeploymentSecret(database.db, [oldKey])
  await requireDeploymentSecret(database.db, [oldKey])
  await expect(requireDeploymentSecret(database.db, [newKey])).rejects.toThrow(WrongSecretError)
  await requireDeploymentSecret(database.db, [newKey, oldKey])
  expect(await currentKeyId(database.db)).toBe(secretKeyId(oldKey))
})

test('behavior: afterwards every secret opens with only the new key; a second run changes nothing', async () => {
  const context = webhookSecretContext(organizationId)
  await insertWebhook(null)
  await insertWebhook(sealSecret([oldKey], context, 'whsec_before'))
  const rotate = () =>
    database.db.transaction().execute(async (trx) => {
      const count = await resealSecrets(trx, [newKey, oldKey])
      await recordDeploymentSecret(trx, newKey)
      return count
    })
  expect(await rotate()).toBe(2)
  const rows = await database.db
    .selectFrom('webhook_endpoints')
    .select(['secret_box', 'previous_secret_box'])
    .execute()
  const boxes = rows.flatMap((row) => [row.secret_box, row.previous_secret_box ?? []].flat())
  const opened = boxes.map((box) => openSecret([newKey], context, box))
  expect(opened.toSorted()).toEqual(['whsec_before', 'whsec_one', 'whsec_one'])
  expect(await rotate()).toBe(0)
  await expect(requireDeploymentSecret(database.db, [oldKey])).rejects.toThrow(WrongSecretError)
  await requireDeploymentSecret(database.db, [newKey])
})

test('error: a secret sealed with a third key leaves everything unchanged', async () => {
  const before = await database.db
    .selectFrom('webhook_endpoints')
    .select('secret_box')
    .orderBy('id')
    .execute()
  const third = randomBytes(32)
  const rotation = database.db.transaction().execute((trx) => resealSecrets(trx, [third]))
  await expect(rotation).rejects.toThrow('sealed with another SECRET_KEY')
  const after = await database.db.selectFrom('webhook_endpoints').select('secret_box').orderBy('id').execute()
  expect(after).toEqual(before)
})
