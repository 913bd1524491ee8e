import { exportTransactionsQuerySchema } from '#protocol/approval-endpoints.ts'
import { exportWalletsQuerySchema } from '#protocol/wallets.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** Lists as files. Members who may read a list may export it. */
export const EXPORT_ENDPOINTS = {
  exportWallets: consoleEndpoint('GET', '/api/exports/wallets', 'read-only', {
    action: 'export.started',
    query: exportWalletsQuerySchema,
    answer: 'file',
  }),
  exportTransactions: consoleEndpoint('GET', '/api/exports/transactions', 'read-only', {
    action: 'export.started',
    query: exportTransactionsQuerySchema,
    answer: 'file',
  }),
}
