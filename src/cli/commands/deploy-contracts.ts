import { CommandError, readArgs, type Command } from '#cli/command.ts'
import { openRelayerSigners } from '#cli/relayer-signers.ts'
import { withOperations } from '#cli/with-operations.ts'
import { deployContracts as deploy, openChain } from '#service/index.ts'

export const deployContracts: Command = {
  summary: 'deploy the wallet factory and the bundle contract on the chain of RPC_URL',
  help: `
Usage: latchkey deploy-contracts [--json]

Prints the factory's address. Both addresses are the same on every chain, and running the command again changes nothing.
The first relayer key pays. serve also deploys the contracts when it starts; run this command to see the addresses first.
`,
  async run(args, terminal) {
    const { values } = readArgs(args, { json: { type: 'boolean' } })
    const result = await withOperations(terminal, async ({ environment, database, clock, log }) => {
      const { chain: settings, feePerGasMax, tipPerGasMin } = environment
      if (settings === undefined) {
        throw new CommandError('RPC_URL is not set: the sandbox deploys the contracts on its own chain.')
      }
      const chain = await openChain({ ...settings, log })
      const keys = await openRelayerSigners(settings.relayer).catch(async (error: unknown) => {
        await chain.close()
        throw error
      })
      const { signers } = keys
      try {
        const { db } = database
        const fees = { feePerGasMax, ...(tipPerGasMin !== undefined && { tipPerGasMin }) }
        return { chainId: chain.id, ...(await deploy({ db, chain, signers, clock, log, settings: fees })) }
      } finally {
        await Promise.all([chain.close(), keys.close()])
      }
    })
    if (values.json === true) return terminal.print(JSON.stringify(result, null, 2))
    const how = result.wasThere ? 'already deployed' : 'deployed'
    terminal.print(`factory  ${result.factory}  (chain ${result.chainId}, ${how})`)
  },
}
