import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

const MAIL_MS_MAX = 120_000

/** A mail server that stores the mails it receives. */
export async function startMailServer(): Promise<{
  url: string
  codeFor: (email: string) => Promise<string>
  invitationFor: (email: string) => Promise<string>
  stop: () => Promise<void>
}> {
  const received: { to: string; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, raw })
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
  /** The first group of a pattern in the newest mail to an address. Waits for it. */
  const find = async (email: string, pattern: RegExp): Promise<string> => {
    const deadline = performance.now() + MAIL_MS_MAX
    for (;;) {
      const mail = received.findLast(({ to, raw }) => to === email && pattern.test(readBody(raw)))
      const found = mail && pattern.exec(readBody(mail.raw))?.[1]
      if (found !== undefined) return found
      if (performance.now() > deadline) throw new Error(`no mail to ${email} matches ${pattern}`)
      await wait(20)
    }
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The newest six-digit code mailed to an address. Waits for it. */
    codeFor: (email: string) => find(email, /\b([0-9]{6})\b/),
    /** The token of the newest invitation to the approval app mailed to an address. Waits for it. */
    invitationFor: (email: string) => find(email, /#invite=([A-Za-z0-9_-]{43})\b/),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The body without the line ends and escapes of the encoding quoted-printable. */
function readBody(raw: string): string {
  return raw.slice(raw.indexOf('\r\n\r\n')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
}
