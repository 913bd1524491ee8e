import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.api())

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'Ihr Bestätigungscode für Demo'],
  ['es', 'Su código de verificación para Demo'],
  ['fr', 'Your verification code for Demo'],
])('behavior: with Accept-Language %s, the mail’s subject is “%s”', async (header, subject) => {
  await world.call('POST', '/v1/baas/wallets/request-email-verification', {
    key: world.demo.key,
    body: { email: 'user@example.com' },
    headers: { 'accept-language': header },
  })
  expect(world.ctx.mails.at(-1)?.subject).toBe(subject)
})

test('behavior: the organization’s name adds no link to the mail', async () => {
  await world.ctx.db.updateTable('organizations').set({ name: 'Demo\n\nhttps://evil.example' }).execute()
  await world.requestCode('user@example.com')
  const mail = world.ctx.mails.at(-1)
  expect(mail?.subject).toBe('Your verification code for Demo https evil example')
  expect(mail?.text).toContain('to create your wallet at Demo https evil example.')
  expect(mail?.text.match(/\S*(:\/\/|[a-z]\.[a-z])\S*/g)).toBeNull()
})
