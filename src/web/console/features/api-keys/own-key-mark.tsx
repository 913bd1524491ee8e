import { useQuery } from '@tanstack/react-query'
import { Badge } from '#web/console/components/badge.tsx'
import { t } from '#web/ui/text.ts'
import { consoleKeysQuery } from './list-console-keys.query.ts'

/** How this console uses a key; undefined for every other, and while it is not known. */
export function useConsoleKey(keyId: string) {
  return useQuery(consoleKeysQuery()).data?.find((one) => one.keyId === keyId)?.use
}

/** Marks the key that the console itself speaks with, and those of its vault. */
export function OwnKeyMark({ keyId }: { keyId: string }) {
  const use = useConsoleKey(keyId)
  if (use === undefined) return null
  return <Badge tone="info">{use === 'console' ? t('Used by this console') : t('In the vault')}</Badge>
}
