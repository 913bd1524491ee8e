import { readArgs, UsageError, type Command } from '#cli/command.ts'
import { serve as startServing } from '#cli/serve.ts'
import { parseSettings } from '#cli/settings.ts'

/**
 * Time limit for a graceful shutdown, in milliseconds. After it the process exits, and the next start resumes
 * pending work.
 */
const STOP_MS_MAX = 40_000
/**
 * Window in which repeated signals count as one, in milliseconds: the terminal, npm and its shell each send
 * one. A later signal exits at once.
 */
const ONE_SIGNAL_MS = 1_000

export const serve: Command = {
  summary: 'run the product (the default command)',
  help: `
Usage: latchkey serve [--only service|bff]

  --only service   run only the service: /v1/baas, /v1/org (like ROLE=service)
  --only bff       run only console, widget and their backend (like ROLE=bff); UPSTREAM_URL is the service's address

Several processes of each kind may run on one Postgres (DATABASE_URL) with the same SECRET_KEY.
On SIGTERM or SIGINT, /readyz returns 503, the process completes pending requests, and then exits with 0. After a
SIGTERM it also serves new requests for SHUTDOWN_GRACE_SECONDS (0 to 30), until the load balancer has noticed.
A second signal, a second or more after the first, ends the process immediately.
`,
  async run(args) {
    const { values, positionals } = readArgs(args, { only: { type: 'string' } })
    if (positionals.length > 0) throw new UsageError(`serve has no argument “${positionals[0]}”.`)
    const role = values.only === undefined ? {} : { ROLE: values.only }
    const settings = parseSettings({ ...process.env, ...role })
    const running = await startServing(settings)
    let askedAt: number | undefined
    const end = (signal: NodeJS.Signals) => {
      if (askedAt !== undefined) {
        if (performance.now() - askedAt > ONE_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
        return
      }
      askedAt = performance.now()
      const graceMs = signal === 'SIGTERM' ? settings.shutdownGraceSeconds * 1_000 : 0
      setTimeout(() => process.exit(1), graceMs + STOP_MS_MAX).unref()
      running.announce()
      setTimeout(() => void running.close().then(() => process.exit(0)), graceMs)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  },
}
