import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { explainSmtp } from './explain-smtp.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const timeout = { code: 'ETIMEDOUT', command: 'CONN' }
const [SMTP, SMTPS] = ['smtp://user:hidden@mail.example:465', 'smtps://user:hidden@mail.example:587']

test.each<[title: string, error: object, smtpUrl: string, said: RegExp]>([
  [
    'smtp:// where TLS is expected (nodemailer 441)',
    timeout,
    SMTP,
    /mail\.example:465 does not greet.*smtps:\/\//,
  ],
  ['smtps:// and silence', timeout, SMTPS, /mail\.example:587 does not answer in TLS.*smtp:\/\//],
  [
    'a self-signed certificate (nodemailer 1750)',
    { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' },
    'smtp://localhost:25',
    /localhost:25 has a certificate that is not trusted: .*NODE_EXTRA_CA_CERTS.*ignoreTLS=true/,
  ],
  [
    'a certificate of another host',
    { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID', command: 'CONN' },
    SMTPS,
    /of another host: use its name in SMTP_URL/,
  ],
  [
    'STARTTLS that is offered and fails (nodemailer 694, rallly 309)',
    { code: 'ETLS', command: 'STARTTLS', responseCode: 454 },
    SMTP,
    /offers STARTTLS and cannot begin it.*ignoreTLS=true/,
  ],
  ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN' }, SMTPS, /refuses the user or its password/],
])('error: %s → says what to change', (_title, error, smtpUrl, said) => {
  const explained = String(explainSmtp(error, smtpUrl))
  expect(explained).toMatch(said)
  expect(explained).not.toContain('hidden')
})

test.each([
  ['a reply of the server', { code: 'EENVELOPE', responseCode: 550 }],
  ['a timeout in the middle of a mail', { code: 'ETIMEDOUT', command: 'DATA' }],
  ['anything else', new Error('x')],
])('error: %s stays unchanged', (_title, error) => {
  expect(explainSmtp(error, SMTP)).toBe(error)
})

test('error: explains the real error of smtps:// at a server that starts without TLS', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.example ESMTP\r\n')
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const mailer = createSmtpMailer({ smtpUrl: `smtps://127.0.0.1:${port}`, from: 'a@mail.example' })
  await expect(mailer.verify()).rejects.toThrow(/does not answer in TLS/)
  mailer.close()
  server.close()
})

test('error: STARTTLS with a certificate that is not valid → says what to change, and works so', async () => {
  const server = new SMTPServer({ authOptional: true })
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const verify = async (query: string) => {
    const smtpUrl = `smtp://localhost:${port}${query}`
    const mailer = createSmtpMailer({ smtpUrl, from: 'a@mail.example' })
    await mailer.verify().finally(() => mailer.close())
  }
  // The library's own certificate has expired.
  await expect(verify('')).rejects.toThrow(/has a certificate that .*tls\.rejectUnauthorized=false/)
  await verify('?tls.rejectUnauthorized=false')
  await verify('?ignoreTLS=true')
  await new Promise<void>((resolve) => server.close(() => resolve()))
})
