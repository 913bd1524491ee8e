import type { AllowedToken } from '#shared/baas/tokens.ts'
import { HexText } from '#console/components/hex-text.tsx'
import { Cell, HeadCell, Row, Table } from '#console/components/table.tsx'
import { TokenMark } from '#console/components/token-mark.tsx'
import { checksum } from '#console/lib/address-input.ts'

export function TokensTable({ tokens }: { tokens: readonly AllowedToken[] }) {
  return (
    <Table label="Allowed tokens">
      <thead>
        <tr>
          <HeadCell>Token</HeadCell>
          <HeadCell className="hidden md:table-cell">Contract</HeadCell>
          <HeadCell className="hidden text-right md:table-cell">Decimals</HeadCell>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <Row key={token.id}>
            <Cell>
              <div className="flex items-start gap-3 md:items-center">
                <TokenMark symbol={token.symbol} logoUrl={token.logoUrl} />
                <div className="min-w-0">
                  <p className="[overflow-wrap:anywhere]">
                    <span className="font-medium">{token.symbol}</span>{' '}
                    <span className="text-muted">{token.name}</span>
                  </p>
                  <div className="mt-1 md:hidden">
                    <HexText value={checksum(token.address)} what={`${token.symbol} contract address`} />
                    <p className="text-sm text-muted">{decimalsText(token.decimals)}</p>
                  </div>
                </div>
              </div>
            </Cell>
            <Cell className="hidden md:table-cell">
              <HexText value={checksum(token.address)} what={`${token.symbol} contract address`} />
            </Cell>
            <Cell className="hidden text-right md:table-cell">{token.decimals}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function decimalsText(decimals: number): string {
  return decimals === 1 ? '1 decimal' : `${decimals} decimals`
}
