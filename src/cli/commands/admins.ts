import { CommandError, readAction, readArgs, required, type Command } from '#cli/command.ts'
import { printRows } from '#cli/print-rows.ts'
import { commandBff, withOperations } from '#cli/with-operations.ts'

const ACTIONS = ['list', 'recover'] as const

export const admins: Command = {
  summary: 'list the people who can sign in to the console, and recover their access',
  help: `
Usage: latchkey admins list [--json]
       latchkey admins recover <id or name> [--json]

recover prints a link for a person who lost every passkey. The link works once, within a day, and creates a new passkey.
The audit log of each of the person's organizations records this. Anyone who opens the link acts in the person's name:
send it privately.
`,
  async run(args, terminal) {
    const { action, rest } = readAction(args, ACTIONS)
    const { values, positionals } = readArgs(rest, { json: { type: 'boolean' } })
    await withOperations(terminal, async (operations) => {
      const bff = await commandBff(operations)
      const people = await bff.listAdministrators()
      if (action === 'list') {
        const columns = ['id', 'name', 'organizations', 'passkeys']
        return printRows(terminal, people, { json: values.json, columns })
      }
      const wanted = required(positionals[0], 'The person')
      const [found, ...others] = people.filter(({ id, name }) => id === wanted || name === wanted)
      if (found === undefined || others.length > 0) throw new CommandError(notOne(wanted, others.length > 0))
      const link = await bff.startRecovery(found.id)
      if (link === undefined) throw new CommandError(notOne(wanted, false))
      if (values.json === true) return terminal.print(JSON.stringify(link, null, 2))
      terminal.print(link.link)
      terminal.note(`This link is for ${found.name}. It works once, until ${link.expiresAtDatetime}.`)
    })
  },
}

function notOne(wanted: string, isSeveral: boolean): string {
  const list = '“latchkey admins list” shows everyone’s id.'
  return isSeveral ? `Several people are called “${wanted}”. ${list}` : `There is no “${wanted}”. ${list}`
}
