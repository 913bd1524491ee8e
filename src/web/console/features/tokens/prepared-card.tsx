import { useQuery } from '@tanstack/react-query'
import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { type ComparedCall, NO_FEE } from '#protocol/effects/compare-simulation.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { withdraws } from '#protocol/effects/grant.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { Button } from '#web/console/components/button.tsx'
import { CallFields, RawBytes, CallWarnings } from '#web/console/components/call-fields.tsx'
import { Card, Facts, Disclosure } from '#web/console/components/card.tsx'
import { SimulationNotice } from '#web/console/components/simulation-notice.tsx'
import { t } from '#web/ui/text.ts'
import { kindTitle } from './send-values.ts'
import type { PreparedSend } from './send-token-form.tsx'
import { type ListedToken, listedTokensQuery, simulationQuery } from './token-requests.ts'

type PreparedCardProps = {
  send: PreparedSend
  walletAddress: string
  /** Absent once it is submitted. */
  onChange: (() => void) | undefined
}

/** The prepared call, decoded from its bytes as on every screen, and the bytes. */
export function PreparedCard({ send, walletAddress, onChange }: PreparedCardProps) {
  const { functionSignature, params, data } = send.prepared.txObject
  const listed = useQuery(listedTokensQuery()).data?.find(({ address }) =>
    sameAddress(address, send.call.token),
  )
  const read = readPrepared(send, walletAddress, listed)
  const description = read?.description ?? null
  return (
    <Card
      title={
        description !== null && withdraws(description) ? t('Revoke approval') : kindTitle(send.call.kind)
      }
      note={onChange ? t('Not signed yet. Check it against the confirmation.') : t('Signed and submitted.')}
      actions={onChange && <Button onClick={onChange}>{t('Change')}</Button>}
    >
      <CallWarnings description={description} className="mb-4" />
      {read !== null && <PreparedSimulation {...read} />}
      {description !== null && (
        <Facts>
          <CallFields description={description} />
        </Facts>
      )}
      <Disclosure summary={t('Call details')} className="mt-4 border-t border-line pt-3">
        <Facts
          className="mt-3 flex flex-col gap-3"
          facts={{
            [t('Function')]: <code className="font-mono text-sm break-all">{functionSignature}</code>,
            [t('Arguments')]: (
              <ol className="flex list-decimal flex-col gap-1 pl-5 font-mono text-sm break-all">
                {params.map((param, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- arguments never change their order
                  <li key={index}>{param}</li>
                ))}
              </ol>
            ),
            [t('Calldata')]: data !== undefined && <RawBytes hex={data} name={t('calldata')} />,
          }}
        />
      </Disclosure>
    </Card>
  )
}

/** The result of a simulation. Until it arrives nothing is displayed in its place, and the widget signs without it. */
function PreparedSimulation({ call, description }: Prepared) {
  const { walletAddress, toAddress, data } = call
  const simulated = useQuery(simulationQuery({ walletAddress, toAddress, value: '0', data }))
  if (simulated.isPending) return null
  return <SimulationNotice call={call} description={description} simulation={simulated.data?.simulation} />
}

type Prepared = { call: ComparedCall; description: CallDescription }

/**
 * Decoded from the prepared bytes; `null` for invalid bytes. Names are those of the organization's list, as in the
 * widget's confirmation: not every contract has its own.
 */
function readPrepared(
  { call, prepared, token }: PreparedSend,
  walletAddress: string,
  listed: ListedToken | undefined,
): Prepared | null {
  const { decimals, standard } = token
  const { symbol, name } = listed ?? token
  const known = { address: call.token, symbol: symbol ?? '', name: name ?? '', decimals: decimals ?? 0 }
  const tokens = [{ ...known, ...(standard !== null && { standard }) }]
  try {
    const data = resolveCalldata(prepared.txObject)
    const { toAddress } = prepared
    // The network is not named here.
    const signed = { chainId: 0, walletAddress, toAddress, value: 0n, data, tokens }
    return { call: { ...signed, ...NO_FEE }, description: describeCall(signed) }
  } catch {
    return null
  }
}
