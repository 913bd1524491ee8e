import type { ServiceSettings } from '#service/context.ts'

/**
 * The settings of a service process that a test starts: a sandbox with the same secrets in every process on a
 * folder.
 */
export const PROCESS_SETTINGS: ServiceSettings = {
  publicUrl: 'http://localhost:4000',
  approvalUrl: 'http://localhost:4000/approve',
  sandbox: true,
  confirmations: 1,
  codeKey: new Uint8Array(32),
  receiptSeed: new Uint8Array(32),
  secretKeys: [new Uint8Array(32)],
}
