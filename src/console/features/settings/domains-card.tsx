import { useQuery } from '@tanstack/react-query'
import type { Domain } from '#shared/org/domains.ts'
import { Badge } from '#console/components/badge.tsx'
import { Card } from '#console/components/card.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { HexText } from '#console/components/hex-text.tsx'
import { Loaded } from '#console/components/loaded.tsx'
import { SkeletonRows } from '#console/components/skeleton.tsx'
import { domainsQuery } from './list-domains.query.ts'

export function DomainsCard() {
  const domains = useQuery(domainsQuery())
  return (
    <Card
      title="Passkey domains"
      note="A wallet’s passkey belongs to one of these domains for good. Its hash, rpIdHash, is part of the wallet’s address."
      flush
    >
      <Loaded query={domains} skeleton={<SkeletonRows rows={2} label="Loading the domains" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="settings" title="No domains">
              Without a registered domain no wallet can be created. Register one with the server’s command
              line.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((domain) => (
                <DomainRow key={domain.id} domain={domain} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function DomainRow({ domain }: { domain: Domain }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="mr-auto min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{domain.domain}</p>
        <div className="mt-1">
          <HexText value={domain.rpIdHash} what={`rpIdHash of ${domain.domain}`} />
        </div>
      </div>
      {domain.verifiedAtDatetime === null ? (
        <Badge tone="warning" dot>
          Not verified
        </Badge>
      ) : (
        <Badge tone="success" dot>
          Verified
        </Badge>
      )}
    </li>
  )
}
