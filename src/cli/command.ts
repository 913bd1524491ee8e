import { parseArgs } from 'node:util'

/** First word of a command, such as `keys`. */
export type Command = {
  /** One-line summary for the list of commands. */
  summary: string
  /** Usage and options, shown by `--help`. */
  help: string
  /** @throws UsageError for invalid arguments */
  run: (args: string[], terminal: Terminal) => Promise<void>
}

/** Sources of a command's settings and destinations of its output. */
export type Terminal = {
  environment: Record<string, string | undefined>
  print: (text: string) => void
  /** Messages for people, kept apart from the command's output. */
  note: (text: string) => void
  /** Reports that the command ran and found a problem. The process exits with 1. */
  fail: () => void
}

/** Invalid arguments; `message` names them. */
export class UsageError extends Error {}

/** The command failed. `message` has the reason and what to do. */
export class CommandError extends Error {}

type Options = Readonly<Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>>
type Parsed<Wanted extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Wanted; allowPositionals: true; strict: true }>
>

/** `parseArgs` with our own error messages. */
export function readArgs<const Wanted extends Options>(args: string[], options: Wanted): Parsed<Wanted> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (cause) {
    const sentence = cause instanceof Error ? cause.message.split('. ')[0] : String(cause)
    throw new UsageError(`${sentence}.`)
  }
}

/** The action of a command that has several, such as `list` in `keys list`. */
export function readAction<Action extends string>(
  args: string[],
  actions: readonly Action[],
): { action: Action; rest: string[] } {
  const [word, ...rest] = args
  const action = actions.find((one) => one === word)
  if (action !== undefined) return { action, rest }
  const problem = word === undefined ? 'The action is missing.' : `“${word}” is not an action.`
  throw new UsageError(`${problem} Use ${actions.join(', ')}.`)
}

/** A required option or argument. */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing.`)
  return value
}
