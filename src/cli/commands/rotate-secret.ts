import { CommandError, readArgs, type Command } from '#cli/command.ts'
import { forgetOldKey, replaceKeyInFile, secretsAtRest, type DeploymentSecrets } from '#cli/secret-key.ts'
import { parseSettings } from '#cli/settings.ts'
import { commandBff, withOperations, type Operations } from '#cli/with-operations.ts'
import { recordDeploymentSecret, resealSecrets } from '#service/index.ts'

export const rotateSecret: Command = {
  summary: 'encrypt every stored secret with a new SECRET_KEY',
  help: `
Usage: latchkey rotate-secret

If SECRET_KEY is in the settings (several processes):
  1. For every process, set SECRET_KEY to a new key (openssl rand -hex 32) and SECRET_KEY_OLD to the previous key.
     Restart the processes one after the other.
  2. Run this command.
  3. Remove SECRET_KEY_OLD and restart the processes again.
No secret is lost in between, because each process can decrypt with both keys.

If the key is in DATA_DIR/secret.key: stop the server and run this command. It creates the new key.

API keys are stored as hashes and do not change. Verification codes mailed within the last ten minutes become invalid.
`,
  async run(args, terminal) {
    readArgs(args, {})
    const { secretKey, secretKeyOld, databaseUrl, dataDir } = parseSettings(terminal.environment)
    if (secretKey !== undefined && secretKeyOld === undefined) {
      throw new CommandError(
        'Set SECRET_KEY to the new key and SECRET_KEY_OLD to the previous key, then run this command again.',
      )
    }
    if (secretKey === undefined && databaseUrl !== undefined) {
      throw new CommandError(
        'If DATABASE_URL is set, set SECRET_KEY and SECRET_KEY_OLD: other processes need the new key too.',
      )
    }
    const resealed = await withOperations(terminal, async (operations) => {
      const secrets = secretKey === undefined ? await replaceKeyInFile(dataDir) : operations.secrets
      const count = await reseal(operations, secrets)
      if (secretKey === undefined) await forgetOldKey(dataDir)
      return count
    })
    terminal.print(`Re-encrypted secrets: ${resealed}. This deployment now uses the new key.`)
    if (secretKey !== undefined) terminal.note('Remove SECRET_KEY_OLD now and restart every process.')
  },
}

/**
 * Re-encrypts the BFF's secrets first, then the service's secrets and the mark of the new key in one
 * transaction. A failed run can be repeated.
 */
async function reseal(operations: Operations, secrets: DeploymentSecrets): Promise<number> {
  const { database } = operations
  const bff = await commandBff({ ...operations, secrets })
  const keys = await bff.resealKeys()
  const [present, ...others] = secretsAtRest(secrets)
  if (present === undefined) return keys
  const ofService = await database.db.transaction().execute(async (trx) => {
    const resealed = await resealSecrets(trx, [present, ...others])
    await recordDeploymentSecret(trx, present)
    return resealed
  })
  return keys + ofService
}
