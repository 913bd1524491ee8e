import { useCallback, useEffect, useState } from 'preact/hooks'
import { sameAddress } from '#protocol/display/address.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import type { MuteList } from '#protocol/approver-api.ts'
import { Rich } from '#web/ui/rich.tsx'
import { t } from '#web/ui/text.ts'
import { AddressText } from './address-text.tsx'
import { nameText } from './brand.tsx'
import { callApprover } from './call-approver.ts'
import { Moment } from './times.tsx'
import { Problem } from './problem.tsx'

/** The wallets muted after a report, until when, and how to undo it; with `wallet` that one alone. */
export function MuteNotices({ wallet }: { wallet?: string }) {
  const [mutes, setMutes] = useState<MuteList>([])
  const [problem, setProblem] = useState<unknown>()
  const read = useCallback(async () => {
    try {
      setMutes(await callApprover(APPROVER_ENDPOINTS.listMutes))
      setProblem(undefined)
    } catch (thrown) {
      setProblem(thrown)
    }
  }, [])
  const end = async (walletAddress: string) => {
    try {
      await callApprover(APPROVER_ENDPOINTS.endMute, { body: { walletAddress } })
      await read()
    } catch (thrown) {
      setProblem(thrown)
    }
  }
  useEffect(() => void read(), [read])
  const shown = mutes.filter(
    ({ walletAddress }) => wallet === undefined || sameAddress(walletAddress, wallet),
  )
  return (
    <>
      {shown.map((mute) => (
        <div key={mute.walletAddress} class="notice">
          <p>
            <Rich
              text="No mail and no notifications about {wallet} until {time}, because you did not ask for one of its transactions. New ones still wait here, and nothing is sent without you."
              parts={{ wallet: nameOf(mute), time: <Moment at={mute.untilDatetime} timeStyle="only" /> }}
            />
          </p>
          <button type="button" class="quiet" onClick={() => void end(mute.walletAddress)}>
            {t('Notify me again')}
          </button>
        </div>
      ))}
      <Problem problem={problem} retry={() => void read()} />
    </>
  )
}

function nameOf({ walletLabel, walletAddress }: MuteList[number]) {
  const label = nameText(walletLabel)
  return label === '' ? <AddressText address={walletAddress} /> : <strong>{label}</strong>
}
