import { CommandError, readArgs, required, UsageError, type Command } from '#cli/command.ts'
import { printRows } from '#cli/print-rows.ts'
import { withOperations } from '#cli/with-operations.ts'
import { rereadHistory as reread } from '#service/index.ts'

/** A height of at most 15 digits. */
const HEIGHT = /^\d{1,15}$/

export const rereadHistory: Command = {
  summary: 'read the history of tokens again from a block on',
  help: `
Usage: latchkey reread-history --from-block <height>

  --from-block <height>   the first block to read again
  --json                  print JSON for programs

Use it if the node returned too few logs, for example because of a fault, and transfers are missing in the history. serve
then reads the logs of this and all later blocks again. Until then, the history ends before this block, and /readyz shows
the number of remaining blocks. Balances come from the contracts and stay correct.
`,
  async run(args, terminal) {
    const { values } = readArgs(args, { 'from-block': { type: 'string' }, json: { type: 'boolean' } })
    const height = required(values['from-block'], '--from-block')
    if (!HEIGHT.test(height)) throw new UsageError('--from-block must be the height of a block.')
    await withOperations(terminal, async ({ db }) => {
      const chains = await reread(db, BigInt(height))
      if (chains.length === 0)
        throw new CommandError(`Block ${height} was not read yet, so nothing has to be read again.`)
      const rows = chains.map(({ chainId, from, next }) => ({
        chain: String(chainId),
        from: String(from),
        to: String(next - 1n),
      }))
      printRows(terminal, rows, { json: values.json, columns: ['chain', 'from', 'to'] })
    })
  },
}
