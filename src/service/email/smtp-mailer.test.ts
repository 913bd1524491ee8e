import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { readSmtpReply } from './smtp-reply.ts'

type Received = { recipients: string[]; raw: Buffer; isUtf8: boolean }
const received: Received[] = []

/** The server's replies, keyed by the local part of the recipient. */
const REPLIES: Record<string, [responseCode: number, text: string]> = {
  unknown: [550, '5.1.1 no such user'],
  full: [552, '5.2.2 mailbox full'],
  misspelled: [553, '5.1.3 bad address'],
  plain: [550, 'Unrouteable address'],
  silent: [550, 'no'],
  relay: [554, '5.7.1 <relay@example.com>: Relay access denied'],
  sender: [553, '5.7.1 <no-reply@example.com>: Sender address rejected: not owned by user'],
  domain: [550, '5.1.8 Sender address rejected: Domain not found'],
  anonymous: [530, 'Authentication required'],
  greylisted: [450, '4.7.1 greylisted, try again'],
  busy: [451, '4.3.0 local error'],
}

async function startServer(hideSMTPUTF8: boolean) {
  const server = new SMTPServer({
    authOptional: true,
    hideSMTPUTF8,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const reply = REPLIES[address.slice(0, address.indexOf('@'))]
      done(reply === undefined ? null : Object.assign(new Error(reply[1]), { responseCode: reply[0] }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { rcptTo, mailFrom } = session.envelope
        const isUtf8 = mailFrom !== false && JSON.stringify(mailFrom.args).includes('SMTPUTF8')
        received.push({
          recipients: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
          isUtf8,
        })
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const from = 'Latchkey <no-reply@example.com>'
  // The server reports the domains of recipients in Unicode, even if it received the ASCII form.
  const mailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from })
  afterAll(async () => {
    mailer.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return mailer
}

const mailer = await startServer(false)
const asciiMailer = await startServer(true)
beforeEach(() => {
  received.length = 0
})
const mailTo = (to: string) => ({ to, subject: 's', text: 't' })

test('behavior: delivers subject and text unchanged to the only recipient', async () => {
  await mailer.send({ to: 'u@example.com', subject: 'Your code für Demo', text: 'Code 012345\n.\nend' })
  expect(received).toHaveLength(1)
  expect(received[0]?.recipients).toEqual(['u@example.com'])
  const mail = await PostalMime.parse(received[0]!.raw)
  expect(mail.subject).toBe('Your code für Demo')
  expect(mail.from?.address).toBe('no-reply@example.com')
  expect(mail.text?.trim()).toBe('Code 012345\n.\nend')
})

test('behavior: a subject with line breaks adds no header', async () => {
  await mailer.send({ to: 'u@example.com', subject: 'Hi\r\nBcc: evil@example.com\r\n\r\nbody', text: 'x' })
  expect(received[0]?.recipients).toEqual(['u@example.com'])
  const mail = await PostalMime.parse(received[0]!.raw)
  expect(mail.bcc).toBeUndefined()
  expect(mail.headers.map((header) => header.key)).not.toContain('bcc')
})

test.each([
  ['user@münchen.de', 'user@münchen.de', false],
  ['user&co@example.com', 'user&co@example.com', false],
  ['a/b@example.com', 'a/b@example.com', false],
  ['jürgen@example.com', 'jürgen@example.com', true],
  ['jürgen@münchen.de', 'jürgen@münchen.de', true],
])('param: %s → sent only to %s, with SMTPUTF8: %s', async (to, recipient, isUtf8) => {
  await mailer.send(mailTo(to))
  expect(received).toMatchObject([{ recipients: [recipient], isUtf8 }])
  const mail = await PostalMime.parse(received[0]!.raw)
  expect(mail.to).toHaveLength(1)
})

test('behavior: every mail is marked as sent by a program', async () => {
  await mailer.send(mailTo('u@example.com'))
  const { headers } = await PostalMime.parse(received[0]!.raw)
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
})

test.each([
  ['u@example.com\r\nBcc: evil@example.com'],
  ['u\r\nRCPT TO:<evil@example.com>@example.com'],
  ['"a, evil@example.com"@example.com'],
  ['u@example.com, evil@example.com'],
])('error: %j → refused before a connection to the server', async (to) => {
  await expect(mailer.send(mailTo(to))).rejects.toBeInstanceOf(MailRefusedError)
  expect(received).toEqual([])
})

test('error: a server without SMTPUTF8 → an address beyond ASCII is refused permanently, but not if only its domain is', async () => {
  await expect(asciiMailer.send(mailTo('jürgen@example.com'))).rejects.toMatchObject({
    name: 'MailRefusedError',
    message: expect.stringContaining('SMTPUTF8'),
  })
  expect(received).toEqual([])
  await asciiMailer.send(mailTo('user@münchen.de'))
  expect(received).toMatchObject([{ recipients: ['user@münchen.de'], isUtf8: false }])
  expect(received[0]?.raw.toString()).toContain('To: user@xn--mnchen-3ya.de')
})

test.each([
  ['unknown', '550 5.1.1'],
  ['full', '552 5.2.2'],
  ['misspelled', '553 5.1.3'],
  ['plain', '550'],
])('error: %s@ → refused permanently with %s', async (local, reply) => {
  const sent = mailer.send(mailTo(`${local}@example.com`))
  await expect(sent).rejects.toMatchObject({ name: 'MailRefusedError', reply })
})

test.each([
  ['greylisted', { fault: 'passing', code: '450 4.7.1' }],
  ['busy', { fault: 'passing', code: '451 4.3.0' }],
  ['silent', { fault: 'unknown', code: '550' }],
])('error: %s@ → refused for now with %j', async (local, reply) => {
  const error: unknown = await mailer.send(mailTo(`${local}@example.com`)).catch((cause: unknown) => cause)
  expect(error).not.toBeInstanceOf(MailRefusedError)
  expect(readSmtpReply(error)).toEqual(reply)
})

// The server refuses after the recipient was named, but most likely because of the sender.
test.each([
  ['relay', '554 5.7.1'],
  ['sender', '553 5.7.1'],
  ['domain', '550 5.1.8'],
  ['anonymous', '530'],
])('error: %s@ → blames the mail settings with %s', async (local, reply) => {
  const sent = mailer.send(mailTo(`${local}@example.com`))
  const message = expect.stringMatching(/^The mail server at 127\.0\.0\.1:\d+ refuses the mail: /)
  await expect(sent).rejects.toMatchObject({ name: 'MailSetupError', reply, message })
})
