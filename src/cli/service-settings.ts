import type { ServiceSettings } from '#service/index.ts'
import { secretsAtRest, subkey, type DeploymentSecrets } from './secret-key.ts'
import type { Settings } from './settings.ts'

/** What the service knows of the deployment's settings. */
export function serviceSettings(settings: Settings, secrets: DeploymentSecrets): ServiceSettings {
  return {
    publicUrl: settings.publicUrl,
    approvalUrl: settings.approvalUrl,
    sandbox: settings.chain === undefined,
    ipfsGateway: settings.ipfsGateway,
    confirmations: settings.confirmations,
    gasBudgetWeiPerDay: settings.gasBudgetWeiPerDay,
    gasLimits: settings.gasLimits,
    codeKey: subkey(secrets.current, 'verification codes'),
    receiptSeed: subkey(secrets.current, 'receipts'),
    secretKeys: secretsAtRest(secrets),
  }
}
