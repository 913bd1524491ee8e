import type { TokenCall } from '#shared/org/widget-call.ts'
import { sameAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import { isUnlimited } from '#shared/effects/grant.ts'
import { formatUnits, groupDigits } from '#shared/money.ts'
import { Button } from '#console/components/button.tsx'
import { RawBytes } from '#console/components/call-fields.tsx'
import { Card } from '#console/components/card.tsx'
import { Fact, Facts } from '#console/components/facts.tsx'
import { Icon } from '#console/components/icon.tsx'
import { HexText } from '#console/components/hex-text.tsx'
import { checksum } from '#console/lib/address-input.ts'
import { t } from '#console/lib/text.ts'
import { kindTitle, partyName } from './send-kinds.ts'
import type { PreparedSend } from './send-token-form.tsx'
import { harmlessName, harmlessSymbol } from './token-names.ts'

type PreparedCardProps = {
  send: PreparedSend
  /** Absent once it is handed in. */
  onChange: (() => void) | undefined
}

/** What was prepared: human words, and the exact integers that will be signed. */
export function PreparedCard({ send, onChange }: PreparedCardProps) {
  const { call, prepared, token } = send
  const { functionSignature, params, data } = prepared.txObject
  return (
    <Card
      title={kindTitle(call.kind)}
      note={onChange ? t('Not signed yet. Check it against the confirmation.') : t('Signed and submitted.')}
      actions={onChange && <Button onClick={onChange}>{t('Change')}</Button>}
    >
      <Facts>
        <Fact name={t('Token')}>
          <span className="block">
            {[harmlessSymbol(token), harmlessName(token)].filter((text) => text !== '').join(' · ') ||
              t('Unknown')}
          </span>
          <HexText value={checksum(call.token)} what={t('contract address')} />
        </Fact>
        <Party call={call} />
        <Quantity send={send} />
      </Facts>
      <details className="group mt-4 border-t border-line pt-3">
        <summary className="flex w-fit items-center gap-2 rounded-sm text-sm font-medium text-muted hover:text-ink">
          <Icon name="next" className="size-3.5 group-open:rotate-90" />
          {t('Call details')}
        </summary>
        <div className="mt-3">
          <Facts>
            <Fact name={t('Function')}>
              <code className="font-mono text-sm break-all">{functionSignature}</code>
            </Fact>
            <Fact name={t('Arguments')}>
              <ol className="flex list-decimal flex-col gap-1 pl-5 font-mono text-sm break-all">
                {params.map((param, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- arguments never change their order
                  <li key={index}>{param}</li>
                ))}
              </ol>
            </Fact>
            {data !== undefined && (
              <Fact name={t('Calldata')}>
                <RawBytes hex={data} name={t('calldata')} />
              </Fact>
            )}
          </Facts>
        </div>
      </details>
    </Card>
  )
}

function Party({ call }: { call: TokenCall }) {
  const address = 'to' in call ? call.to : 'spender' in call ? call.spender : call.operator
  if (call.kind === 'erc721-approve' && sameAddress(address, ZERO_ADDRESS))
    return <Fact name={partyName(call.kind)}>{t('None: the approval is revoked')}</Fact>
  return (
    <Fact name={partyName(call.kind)}>
      <HexText
        value={checksum(address)}
        what={t('{name} address', { name: partyName(call.kind).toLowerCase() })}
      />
    </Fact>
  )
}

function Quantity({ send: { call, token } }: { send: PreparedSend }) {
  switch (call.kind) {
    case 'erc20-transfer':
    case 'erc20-approve':
      return (
        <Fact name={t('Amount')}>
          <span className="block text-lg font-strong tabular-nums">
            {call.kind === 'erc20-approve' && isUnlimited(call.amount)
              ? t('Unlimited')
              : `${groupDigits(formatUnits(call.amount, token.decimals ?? 0))} ${harmlessSymbol(token)}`}
          </span>
          <span className="font-mono text-xs break-all text-muted">
            {t('{units} base units', { units: call.amount })}
          </span>
        </Fact>
      )
    case 'erc721-transfer':
    case 'erc721-approve':
      return <Item tokenId={call.tokenId} />
    case 'erc1155-transfer':
      return (
        <>
          <Item tokenId={call.tokenId} />
          <Fact name={t('Units')}>
            <span className="font-mono text-sm break-all">{call.amount}</span>
          </Fact>
        </>
      )
    case 'erc1155-batch-transfer':
      return (
        <Fact name={t('{count, plural, one {# item} other {# items}}', { count: call.tokenIds.length })}>
          <ol className="flex flex-col gap-0.5 font-mono text-sm break-all">
            {call.tokenIds.map((tokenId, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- an id may be there twice
              <li key={index}>{`${call.amounts[index] ?? ''} × #${tokenId}`}</li>
            ))}
          </ol>
        </Fact>
      )
    case 'set-approval-for-all':
      return (
        <Fact name={t('Action')}>
          {call.approved
            ? t('The operator can transfer all NFTs')
            : t('The operator can no longer transfer anything')}
        </Fact>
      )
  }
}

function Item({ tokenId }: { tokenId: string }) {
  return (
    <Fact name={t('Token id')}>
      <span className="font-mono text-sm break-all">{tokenId}</span>
    </Fact>
  )
}
