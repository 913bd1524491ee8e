import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

const MAIL_MS_MAX = 120_000

/** A mail server that stores the mails it receives. */
export async function startMailServer(): Promise<{
  url: string
  codeFor: (email: string) => Promise<string>
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
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The newest six-digit code mailed to an address. Waits for it. */
    codeFor: async (email: string): Promise<string> => {
      const deadline = performance.now() + MAIL_MS_MAX
      for (;;) {
        const mail = received.findLast(({ to }) => to === email)
        const code = mail && /\b([0-9]{6})\b/.exec(mail.raw.slice(mail.raw.indexOf('\r\n\r\n')))?.[1]
        if (code !== undefined) return code
        if (performance.now() > deadline) throw new Error(`no code was mailed to ${email}`)
        await wait(20)
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
