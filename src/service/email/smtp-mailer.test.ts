import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSmtpMailer } from './smtp-mailer.ts'

type Received = { recipients: string[]; raw: Buffer }

const received: Received[] = []

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (address, _session, done) =>
    done(address.address.startsWith('refused@') ? new Error('no such user') : null),
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
      received.push({ recipients, raw: Buffer.concat(chunks) })
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
const mailer = createSmtpMailer({
  smtpUrl: `smtp://127.0.0.1:${port}`,
  from: 'Latchkey <no-reply@example.com>',
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})
beforeEach(() => {
  received.length = 0
})

test('behavior: delivers subject and text as they are to the one recipient', async () => {
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

test('error: rejects when the server does not take the mail', async () => {
  await expect(mailer.send({ to: 'refused@example.com', subject: 's', text: 't' })).rejects.toThrow()
})
