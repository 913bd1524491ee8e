import type { Command } from '#cli/command.ts'

/** Runs one command of the command line in this process, with only these settings. */
export async function runCommand(
  command: Command,
  args: string[],
  environment: Record<string, string | undefined>,
): Promise<{ answer: string; notes: string; failed: boolean }> {
  const [answer, notes]: [string[], string[]] = [[], []]
  let failed = false
  await command.run(args, {
    environment,
    print: (text) => void answer.push(text),
    note: (text) => void notes.push(text),
    fail: () => void (failed = true),
  })
  return { answer: answer.join('\n'), notes: notes.join('\n'), failed }
}
