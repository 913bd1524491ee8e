import { CommandError, readArgs, type Command } from '#cli/command.ts'
import { forgetOldKey, replaceKeyInFile, secretsAtRest, type DeploymentSecrets } from '#cli/secret-key.ts'
import { parseSettings } from '#cli/settings.ts'
import { commandBff, withOperations, type Operations } from '#cli/with-operations.ts'
import { recordDeploymentSecret, resealSecrets } from '#service/index.ts'

export const rotateSecret: Command = {
  summary: 'seal every secret at rest with a new SECRET_KEY',
  help: `
Usage: latchkey rotate-secret

With SECRET_KEY in the settings (several processes): 1. set SECRET_KEY to a new key (openssl rand -hex 32) and
SECRET_KEY_OLD to the one before, for every process, and restart them one after the other; 2. run this; 3. remove
SECRET_KEY_OLD and restart them again. No secret is lost in between: each process opens both.

With the key in DATA_DIR/secret.key: stop the server and run this; it makes the new key itself.

API keys are hashes and need nothing. Verification codes that were mailed within the last ten minutes end.
`,
  async run(args, terminal) {
    readArgs(args, {})
    const { secretKey, secretKeyOld, databaseUrl, dataDir } = parseSettings(terminal.environment)
    if (secretKey !== undefined && secretKeyOld === undefined) {
      throw new CommandError(
        'Set SECRET_KEY to the new key and SECRET_KEY_OLD to the one before, then run this again.',
      )
    }
    if (secretKey === undefined && databaseUrl !== undefined) {
      throw new CommandError(
        'With DATABASE_URL set SECRET_KEY and SECRET_KEY_OLD: other processes need the new key too.',
      )
    }
    const resealed = await withOperations(terminal, async (operations) => {
      const secrets = secretKey === undefined ? await replaceKeyInFile(dataDir) : operations.secrets
      const count = await reseal(operations, secrets)
      if (secretKey === undefined) await forgetOldKey(dataDir)
      return count
    })
    terminal.print(`${resealed} sealed again; the new key is this deployment’s.`)
    if (secretKey !== undefined) terminal.note('Now remove SECRET_KEY_OLD and restart every process.')
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
