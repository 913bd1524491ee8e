import type { LogFn, Logger } from 'pino'

/** Level of `warn` in pino. Lower levels are not limited: they log at most one line per request or state change. */
const WARN = 40
const WINDOW_MS = 60_000
/** Lines per cause and window that are written in full. */
const LINES_MAX = 10
/** Length of the start of an error's message that distinguishes causes, in characters. */
const ERROR_LENGTH_MAX = 100
/** Maximum number of distinguished causes. Messages contain variable values, so many errors can reach it. */
const CAUSES_MAX = 1_000
const OTHER = 'other'

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void

/**
 * Returns a hook for pino that limits warnings and errors with the same cause, so that a repeated fault does not fill
 * the disk. The cause is the line's message and its error's message. After ten lines within a minute, further lines
 * are only counted. At the end of the minute, one line reports their number as `repeated`. Lines with `alarm` are not
 * limited, because each may concern another organization.
 */
export function createLineLimit(): LogMethod {
  const counts = new Map<string, number>()

  function openWindow(cause: string, report: (left: number) => void): void {
    counts.set(cause, 0)
    const timer = setTimeout(() => {
      const left = (counts.get(cause) ?? 0) - LINES_MAX
      counts.delete(cause)
      if (left > 0) report(left)
    }, WINDOW_MS)
    timer.unref()
  }

  return function limit(args, method, level) {
    if (level < WARN || readField(args, 'alarm') !== undefined) return method.apply(this, args)
    const message = readMessage(args)
    const error = readField(args, 'err')
    const named = `${level} ${message} ${error instanceof Error ? error.message.slice(0, ERROR_LENGTH_MAX) : ''}`
    const cause = counts.has(named) || counts.size < CAUSES_MAX ? named : OTHER
    const report = (repeated: number) => method.apply(this, [{ repeated }, message])
    if (!counts.has(cause)) openWindow(cause, report)
    const count = (counts.get(cause) ?? 0) + 1
    counts.set(cause, count)
    if (count <= LINES_MAX) method.apply(this, args)
  }
}

/** A field of a log call. Undefined if the call does not have the field. */
function readField([fields]: Parameters<LogFn>, name: 'alarm' | 'err'): unknown {
  return typeof fields === 'object' && fields !== null ? Reflect.get(fields, name) : undefined
}

/** The message of a log call: its second argument, or the first if there are no fields. */
function readMessage([fields, message]: Parameters<LogFn>): string {
  if (typeof fields === 'string') return fields
  return typeof message === 'string' ? message : ''
}
