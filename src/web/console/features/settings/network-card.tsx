import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { withChainName } from '#protocol/display/chain-name.ts'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { configQuery } from '#web/console/lib/calls.ts'
import { t } from '#web/ui/text.ts'

/** Settings that clients of the deployment need. `apiUrl` is null if the service is hosted elsewhere. */
export function NetworkCard({ apiUrl }: { apiUrl: string | null }): ReactElement {
  const config = useQuery(configQuery())
  return (
    <Card title={t('Network')}>
      <Loaded query={config} skeleton={<SkeletonRows rows={3} label={t('Loading the network')} />}>
        {({ chainId, factory }) => (
          <Facts
            facts={{
              [t('API base address')]: apiUrl !== null && (
                <span className="inline-flex min-w-0 items-center gap-1">
                  <code className="min-w-0 font-mono text-sm break-all">{apiUrl}</code>
                  <CopyButton text={apiUrl} what={t('API base address')} />
                </span>
              ),
              [t('Chain ID')]: (
                <span className="tabular-nums">{withChainName(chainId, String(chainId))}</span>
              ),
              [t('Wallet factory')]: <HexText value={checksum(factory)} what={t('factory address')} />,
            }}
          />
        )}
      </Loaded>
    </Card>
  )
}
