import { useMutation } from '@tanstack/react-query'
import { WALLET_ENDPOINTS } from '#protocol/wallets.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { saveServerFile } from '#web/console/lib/save-file.ts'
import { t } from '#web/ui/text.ts'
import { filterQuery, type WalletFilter } from './wallet-filter.ts'

/** Saves every wallet of the filtered list as a CSV file. */
export function useWalletExport(filter: WalletFilter) {
  return useMutation({
    mutationFn: async () => {
      const query = filterQuery(filter)
      // A download cannot prompt for the passkey or show a refusal, so a request asks for one wallet of the list first.
      await callEndpoint('/api/baas', WALLET_ENDPOINTS.listWallets, { query: { ...query, limit: '1' } })
      saveServerFile('/api/exports/wallets', query)
    },
  })
}

type Save = { save: ReturnType<typeof useWalletExport> }

export function ExportButton({ save }: Save) {
  return (
    <Button icon="receive" pending={save.isPending} onClick={() => save.mutate()}>
      {t('Export CSV')}
    </Button>
  )
}

export function ExportProblem({ save }: Save) {
  if (save.error === null) return null
  return (
    <div className="mb-4">
      <ProblemPanel error={save.error} />
    </div>
  )
}
