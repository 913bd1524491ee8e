import { readArgs, type Command } from '#cli/command.ts'
import { parseSettings } from '#cli/settings.ts'
import { openApiDocument } from '#service/index.ts'

export const printOpenapi: Command = {
  summary: 'print the OpenAPI 3.1 description of the HTTP interface',
  help: `
Usage: latchkey print-openapi

Prints the document that a server returns at /v1/openapi.json, with PUBLIC_URL as its address.
`,
  async run(args, terminal) {
    readArgs(args, {})
    const { publicUrl } = parseSettings(terminal.environment)
    terminal.print(JSON.stringify(openApiDocument(publicUrl), null, 2))
  },
}
