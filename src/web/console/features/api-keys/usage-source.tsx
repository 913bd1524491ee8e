import type { KeyUsageSource } from '#protocol/org/api-key-usage.ts'
import { t } from '#web/ui/text.ts'

/** Where requests came from, in words where there is no address. */
export function UsageSource({ source }: { source: KeyUsageSource }) {
  switch (source.kind) {
    case 'address':
      return <span className="font-mono text-sm break-all">{source.ip}</span>
    case 'unknown':
      return t('Unknown address')
    case 'server':
      return t('This server itself')
    case 'others':
      return t('Many other addresses')
  }
}
