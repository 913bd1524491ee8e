import { CommandError, readAction, readArgs, required, type Command, type Terminal } from '#cli/command.ts'
import { printRows } from '#cli/print-rows.ts'
import { withOperations, findOrganization } from '#cli/with-operations.ts'
import type { VerifyDomainResult } from '#protocol/domains.ts'
import { addDomain, listDomains, verifyDomain } from '#service/index.ts'

const ACTIONS = ['add', 'list', 'verify'] as const
const COLUMNS = ['id', 'domain', 'rpIdHash', 'verifiedAtDatetime']

export const domains: Command = {
  summary: 'add, list and verify the domains whose passkeys can create wallets',
  help: `
Usage: latchkey domains add <host name>
       latchkey domains list
       latchkey domains verify <host name>

  --organization <id or name>   optional if there is only one organization
  --json                        print JSON for programs

add prints the proof to publish, as a DNS record or as a file. One of the two is enough. verify looks for it.
`,
  async run(args, terminal) {
    const { action, rest } = readAction(args, ACTIONS)
    const options = { organization: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values, positionals } = readArgs(rest, options)
    await withOperations(terminal, async (operations) => {
      const { id: organizationId } = await findOrganization(operations, values.organization)
      const caller = { organizationId, keyId: '' }
      if (action === 'list') {
        const rows = await listDomains(operations, caller)
        return printRows(terminal, rows, { json: values.json, columns: COLUMNS })
      }
      const domain = required(positionals[0], 'The host name').toLowerCase()
      const known = (await listDomains(operations, caller)).find((row) => row.domain === domain)
      if (action === 'add') {
        return printDomain(terminal, await addDomain(operations, caller, { body: { domain } }), values.json)
      }
      if (known === undefined) throw new CommandError(`Add the domain first: latchkey domains add ${domain}`)
      const result = await verifyDomain(operations, caller, { params: { domainId: known.id } })
      printDomain(terminal, result, values.json)
      if (result.verifiedAtDatetime === null) terminal.fail()
    })
  },
}

function printDomain(terminal: Terminal, domain: VerifyDomainResult, json: boolean | undefined): void {
  if (json === true) return terminal.print(JSON.stringify(domain, null, 2))
  if (domain.verifiedAtDatetime !== null) return terminal.print(`${domain.domain} is verified.`)
  const seen = Object.entries(domain.checks ?? {}).map(
    ([source, { seen: values, problem }]) => `  ${source}: ${problem ?? (values.join(', ') || 'nothing')}`,
  )
  if (seen.length > 0) terminal.print(['The proof was not found. Values found instead:', ...seen].join('\n'))
  if (domain.proof === undefined) return
  const { dns, file } = domain.proof
  terminal.print(
    [
      `Publish one of the two, then run “latchkey domains verify ${domain.domain}”:`,
      `  DNS   ${dns.name}  ${dns.type}  ${dns.value}`,
      `  file  ${file.url}  with the content ${file.content}`,
    ].join('\n'),
  )
}
