import { beforeEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { MailSetupError } from '#server-kit/mail-setup-error.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.api())
beforeEach(async () => {
  await world.ctx.db.deleteFrom('verification_codes').execute()
  world.ctx.mails.length = 0
})

const request = (email: string) =>
  world.call('POST', '/v1/baas/wallets/request-email-verification', { body: { email } })
const pending = (email: string) =>
  world.call('GET', `/v1/baas/wallets/pending-verification?email=${encodeURIComponent(email)}`)
const check = (email: string, verificationCode: string) =>
  world.call('POST', '/v1/baas/wallets/check-verification', { body: { email, verificationCode } })
const refused = (reply: string | undefined) =>
  new MailRefusedError('the mail server refused the mail', { reply })
const smtpError = (responseCode: number, response: string) =>
  Object.assign(new Error(response), { responseCode, response, command: 'RCPT TO' })

test('behavior: both forms of an international domain are one person', async () => {
  await request('User@München.de')
  const mail = world.ctx.mails.at(-1)
  expect(mail?.to).toBe('user@xn--mnchen-3ya.de')
  const [code = ''] = mail?.text.match(/\b[0-9]{6}\b/) ?? []
  expect((await pending('user@xn--mnchen-3ya.de')).content.pending).toBe(true)
  expect((await check('user@xn--mnchen-3ya.de', code)).content).toEqual({ success: true })
})

test.each<[string, number, Error, string | null, RegExp]>([
  ['550 5.1.1', 400, refused('550 5.1.1'), null, /cannot receive this mail: .*\(550 5\.1\.1\)/],
  ['no SMTPUTF8', 400, refused(undefined), null, /cannot receive this mail/],
  [
    '450 4.7.1',
    503,
    smtpError(450, '450 4.7.1 greylisted'),
    '60',
    /does not take the mail now \(450 4\.7\.1\)/,
  ],
  [
    'an account that may not send',
    503,
    new MailSetupError('the user is refused', { reply: '535 5.7.8' }),
    '60',
    /^The mail server did not accept the mail \(535 5\.7\.8\)\. If other addresses fail too/,
  ],
  [
    'a certificate that is not trusted',
    503,
    new MailSetupError('the certificate is not trusted'),
    '60',
    /operator has to correct the mail settings\./,
  ],
  ['no connection', 503, new Error('connect ECONNREFUSED'), '5', /could not be sent/],
])('error: a mail server with %s → %s', async (_, status, error, retryAfter, message) => {
  const { mailer } = world.ctx
  world.ctx.mailer = { send: () => Promise.reject(error) }
  const answer = await request('u@example.com')
  world.ctx.mailer = mailer
  expect(answer.status).toBe(status)
  expect(answer.headers.get('retry-after')).toBe(retryAfter)
  expect(answer.content.message).toMatch(message)
  expect((await pending('u@example.com')).content.pending).toBe(false)
})
