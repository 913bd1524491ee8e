import { createServer } from 'node:net'
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
])('error: %s stays as it is', (_title, error) => {
  expect(explainSmtp(error, SMTP)).toBe(error)
})

test('error: smtps:// at a server that begins without TLS is told by the real error', async () => {
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
