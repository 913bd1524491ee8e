import { useQuery } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { type ComparedCall, NO_FEE } from '#protocol/effects/compare-simulation.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { withdraws } from '#protocol/effects/grant.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { NOT_SIMULATED } from '#protocol/simulation.ts'
import { Button } from '#web/console/components/button.tsx'
import { Disclosure } from '#web/console/components/card.tsx'
import { CONSOLE_PARTS } from '#web/console/components/console-parts.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { RawBytes } from '#web/console/components/raw-bytes.tsx'
import { isDangerous, useExceptedWarning } from '#web/console/lib/calls.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { type ListedToken, listedTokensQuery } from '#web/console/lib/listed-tokens.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { CallView } from '#web/ui/call/call-view.tsx'
import { CallWarnings } from '#web/ui/call/call-warnings.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { SimulationNotice } from '#web/ui/call/simulation-notice.tsx'
import { t } from '#web/ui/text.ts'
import { PolicyNotice } from './policy-notice.tsx'
import type { PreparedSend } from './send-token-form.tsx'
import { kindTitle } from './send-values.ts'
import { simulationQuery } from './token-requests.ts'

type PreparedReviewProps = {
  send: PreparedSend
  walletAddress: string
  /** Returns to the form. Undefined once the call is submitted. */
  onChange: (() => void) | undefined
  /** The widget, whose confirmation is the review. */
  children: ReactNode
}

/**
 * The review of a call: the widget's confirmation, with warnings about the prepared bytes and the bytes
 * themselves.
 */
export function PreparedReview({
  send,
  walletAddress,
  onChange,
  children,
}: PreparedReviewProps): ReactElement {
  const { data } = send.prepared.txObject
  const listed = useQuery(secondary('tokens', listedTokensQuery())).data?.find(({ address }) =>
    sameAddress(address, send.call.token),
  )
  const read = readPrepared(send, walletAddress, listed)
  const description = read?.description ?? null
  const except = useExceptedWarning()
  return (
    <div className="flex flex-col gap-4">
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-4">
        <h2 className="text-md font-strong">
          {description !== null && withdraws(description) ? t('Revoke approval') : kindTitle(send.call.kind)}
        </h2>
        {onChange && <Button onClick={onChange}>{t('Change')}</Button>}
      </header>
      {isDangerous(description) && <CallWarnings {...{ description, except, parts: CONSOLE_PARTS }} />}
      {read !== null && <PreparedSimulation {...read} />}
      {children}
      <Disclosure summary={t('Call details')}>
        <div className="mt-3 [&_.call]:grid-cols-1">
          <CallView description={description} hasWarnings={false} parts={CONSOLE_PARTS}>
            {data !== undefined && (
              <Fact name={t('Calldata')}>
                <RawBytes hex={data} name={t('calldata')} />
              </Fact>
            )}
          </CallView>
        </div>
      </Disclosure>
    </div>
  )
}

/**
 * Results of the policies and of a simulation of the call. Renders nothing until they arrive. The widget
 * requests them too and does not let a blocked or failing call be signed.
 */
function PreparedSimulation({ call, description }: Prepared) {
  const { walletAddress, toAddress, data } = call
  const simulated = useQuery(simulationQuery({ walletAddress, toAddress, value: '0', data }))
  if (simulated.isPending) return null
  const { simulation = NOT_SIMULATED, policies } = simulated.data ?? {}
  const areUnchecked = simulated.isError && !isLacking(simulated.error)
  return (
    <>
      {policies !== undefined && <PolicyNotice verdict={policies} />}
      {areUnchecked && <Notice tone="warning">{t('The policies could not be checked.')}</Notice>}
      <SimulationNotice
        call={call}
        description={description}
        simulation={simulation}
        parts={CONSOLE_PARTS}
        actions={
          <Button icon="refresh" pending={simulated.isFetching} onClick={() => void simulated.refetch()}>
            {t('Check again')}
          </Button>
        }
      />
    </>
  )
}

type Prepared = { call: ComparedCall; description: CallDescription }

/**
 * Decodes the prepared bytes. Null for invalid bytes. Names come from the organization's list, as in the widget's
 * confirmation, because not every token's contract reports a name.
 */
function readPrepared(
  { call, prepared, token }: PreparedSend,
  walletAddress: string,
  listed: ListedToken | undefined,
): Prepared | null {
  const { decimals, standard } = token
  const { symbol, name } = listed ?? token
  const known = { address: call.token, symbol: symbol ?? '', name: name ?? '', decimals: decimals ?? 0 }
  // A coin without decimals is treated as unknown, so its amounts are in base units.
  const isKnown = decimals !== null || (standard !== null && standard !== 'erc20')
  const tokens = isKnown ? [{ ...known, ...(standard !== null && { standard }) }] : []
  try {
    const data = resolveCalldata(prepared.txObject)
    const { toAddress } = prepared
    // The chain id does not matter, because the description does not name the network.
    const signed = { chainId: 0, walletAddress, toAddress, value: 0n, data, tokens }
    return { call: { ...signed, ...NO_FEE }, description: describeCall(signed) }
  } catch {
    return null
  }
}
