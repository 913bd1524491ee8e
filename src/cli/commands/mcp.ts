import { API_ACCESS_OPTIONS, readApiAccess } from '#cli/api-access.ts'
import { readArgs, type Command } from '#cli/command.ts'

export const mcp: Command = {
  summary: 'give an AI agent the API as tools of the Model Context Protocol (MCP)',
  help: `
Usage: latchkey mcp

  --url <url>          URL of Latchkey (default: LATCHKEY_URL, else PUBLIC_URL, else http://localhost:4000)
  --key-file <file>    file with an API key

The program of the agent starts this command and talks to it over standard input and output. The tools are endpoints
that the scopes of the API key allow. No tool moves value, returns a secret, or does what needs an administrator's
passkey in the console. Transactions are prepared and proposed, and only the passkey of the wallet's owner executes
them.

The API key comes from LATCHKEY_API_KEY or from --key-file. It is never an argument, because every user of the machine
could read it. If neither is set, the command uses the key of the sandbox in DATA_DIR.
`,
  async run(args, terminal) {
    const { values } = readArgs(args, API_ACCESS_OPTIONS)
    const access = await readApiAccess(terminal, values)
    // The SDK is loaded by this command only, because it would slow the start of the others.
    const { serveMcp } = await import('#cli/mcp/serve-mcp.ts')
    await serveMcp({ ...access, fetch: globalThis.fetch }, terminal)
  },
}
