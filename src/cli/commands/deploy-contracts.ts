import { CommandError, readArgs, type Command } from '#cli/command.ts'
import { openRelayerSigners } from '#cli/relayer-signers.ts'
import { withOperations } from '#cli/with-operations.ts'
import { deployContracts as deploy, openChain } from '#service/index.ts'

export const deployContracts: Command = {
  summary: 'put the wallet factory and the contract of bundles on the chain of RPC_URL',
  help: `
Usage: latchkey deploy-contracts [--json]

Prints the factory's address. Both addresses are the same on every chain, and doing it again changes nothing. The first relayer
key pays. serve does the same when it starts; this is for looking first.
`,
  async run(args, terminal) {
    const { values } = readArgs(args, { json: { type: 'boolean' } })
    const result = await withOperations(terminal, async ({ environment, database, clock, log }) => {
      const { chain: settings, feePerGasMax, tipPerGasMin } = environment
      if (settings === undefined) {
        throw new CommandError(
          'RPC_URL is not set: the sandbox puts its contracts on its own chain by itself.',
        )
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
    const how = result.wasThere ? 'was there already' : 'deployed'
    terminal.print(`factory  ${result.factory}  (chain ${result.chainId}, ${how})`)
  },
}
