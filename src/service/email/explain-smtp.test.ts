import { createServer, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { MailSetupError } from '#server-kit/mail-setup-error.ts'
import { explainSmtp } from './explain-smtp.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const timeout = (timeoutType: string) => ({ code: 'ETIMEDOUT', command: 'CONN', timeoutType })
const refusedLogin = (response: string) => ({
  code: 'EAUTH',
  command: 'AUTH PLAIN',
  responseCode: Number(response.slice(0, 3)),
  response,
})
const [SMTP, SMTPS] = ['smtp://user:hidden@mail.example:465', 'smtps://user:hidden@mail.example:587']

test.each<[title: string, error: object, smtpUrl: string, said: RegExp]>([
  [
    'smtps:// where TLS is not expected',
    { code: 'ESOCKET', command: 'CONN', reason: 'wrong version number' },
    SMTPS,
    /mail\.example:587 does not respond in TLS.*smtp:\/\//,
  ],
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
    { code: 'ETLS', command: 'STARTTLS' },
    SMTP,
    /offers STARTTLS and cannot begin it.*ignoreTLS=true/,
  ],
  [
    'a wrong password',
    refusedLogin('535 5.7.8 Authentication credentials invalid'),
    SMTPS,
    /refuses the user or its password/,
  ],
  [
    'an account without credits (mautic 8721)',
    refusedLogin('451 Authentication failed: Maximum credits exceeded'),
    SMTPS,
    /does not sign the user in now: check its reply/,
  ],
  ['a missing password', { code: 'EAUTH', command: 'API' }, SMTPS, /refuses the user or its password/],
  [
    'a mail that is too large for the server',
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 552, response: '552 5.3.4 Too large' },
    SMTPS,
    /refuses the mail: check its reply/,
  ],
])('error: %s → says what the operator has to change', (_title, error, smtpUrl, said) => {
  const explained = explainSmtp(error, smtpUrl)
  expect(explained).toBeInstanceOf(MailSetupError)
  expect(String(explained)).toMatch(said)
  expect(String(explained)).not.toContain('hidden')
})

test.each<[title: string, error: object, smtpUrl: string, said: RegExp]>([
  [
    'a password that cannot be checked now',
    refusedLogin('454 4.7.0 Temporary authentication failure'),
    SMTPS,
    /does not sign the user in now/,
  ],
  [
    'too many sign-ins',
    refusedLogin('421 4.7.0 Too many login attempts'),
    SMTPS,
    /does not sign the user in now/,
  ],
  [
    'STARTTLS that is not available now',
    { code: 'ETLS', command: 'STARTTLS', responseCode: 454, response: '454 TLS not available' },
    SMTP,
    /offers STARTTLS and cannot begin it/,
  ],
  [
    'smtp:// where TLS is expected (nodemailer 441)',
    timeout('GREETING_TIMEOUT'),
    SMTP,
    /mail\.example:465 does not greet.*smtps:\/\//,
  ],
  ['smtp:// and no connection', timeout('CONNECT_TIMEOUT'), SMTP, /does not greet.*firewall/],
  ['smtps:// and silence', timeout('CONNECT_TIMEOUT'), SMTPS, /does not respond in TLS.*smtp:\/\//],
])('error: %s may be temporary → explained only in the log', (_title, error, smtpUrl, said) => {
  const explained = explainSmtp(error, smtpUrl)
  expect(explained).not.toBeInstanceOf(MailSetupError)
  expect(explained).toMatchObject({ message: expect.stringMatching(said), cause: error })
})

test.each([
  ['a reply without a command', { code: 'EENVELOPE', responseCode: 550 }],
  ['a timeout in the middle of a mail', timeout('SOCKET_TIMEOUT')],
  ['smtps:// and no greeting after the handshake', timeout('GREETING_TIMEOUT'), SMTPS],
  ['anything else', new Error('x')],
])('error: %s stays unchanged', (_title, error, smtpUrl = SMTP) => {
  expect(explainSmtp(error, smtpUrl)).toBe(error)
})

/** Starts a server that sends these lines, one after each chunk from the client, and is silent after the last. */
async function startSpeaker(lines: readonly string[]) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const left = [...lines]
    const speak = () => {
      const line = left.shift()
      if (line !== undefined) socket.write(`${line}\r\n`)
    }
    socket.on('error', () => undefined).on('data', speak)
    speak()
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port, close }
}

const MAIL = { from: 'a@mail.example', to: 'u@mail.example', text: 'x' }

test.each<[title: string, protocol: string, lines: string[], said: RegExp]>([
  ['says nothing', 'smtp', [], /^The mail server at .* does not greet/],
  ['says nothing to a TLS handshake', 'smtps', [], /^The mail server at .* does not respond in TLS/],
  ['falls silent in the middle of a mail', 'smtp', ['220 hi', '250 hi', '250 ok'], /^Timeout$/],
])('error: the real timeout at a server that %s may pass', async (_title, protocol, lines, said) => {
  const speaker = await startSpeaker(lines)
  const url = `${protocol}://127.0.0.1:${speaker.port}`
  const transport = createTransport({
    url,
    connectionTimeout: 300,
    greetingTimeout: 300,
    socketTimeout: 300,
  })
  const error: unknown = await transport.sendMail(MAIL).catch((cause: unknown) => cause)
  speaker.close()
  const explained = explainSmtp(error, url)
  expect(explained).not.toBeInstanceOf(MailSetupError)
  expect(explained).toMatchObject({ message: expect.stringMatching(said) })
})

test('error: explains the real error of smtps:// at a server that starts without TLS', async () => {
  const speaker = await startSpeaker(['220 mail.example ESMTP'])
  const mailer = createSmtpMailer({ smtpUrl: `smtps://127.0.0.1:${speaker.port}`, from: 'a@mail.example' })
  await expect(mailer.verify()).rejects.toThrow(/does not respond in TLS/)
  mailer.close()
  speaker.close()
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
