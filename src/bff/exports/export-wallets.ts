import type { CallsService, HasDatabase, HasExports, HasLog, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { exportList, type Exported } from './export-list.ts'

const COLUMNS = ['address', 'label', 'externalUserId', 'externalUserLabel', 'createdAtDatetime', 'id']

/** Exports the wallets that the filters select. */
export const exportWallets: ConsoleOperation<
  'exportWallets',
  CallsService & WritesAudit & HasDatabase & HasExports & HasLog
> = (asked) => {
  const { ctx, action } = asked
  const { format: _, ...filter } = asked.query
  const endpoint = BAAS_ENDPOINTS.listWallets
  const read: Exported['read'] = (organization, page) =>
    callUpstream(ctx, organization, { endpoint, query: { ...filter, ...page } })
  return exportList(asked, { name: 'wallets', action, filter, columns: COLUMNS, read })
}
