import type { VNode } from 'preact'
import type { MuteList } from '#protocol/approver-api.ts'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { callApprover } from '#web/ui/call-approver.ts'
import { Address } from '#web/ui/call/address.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { useStep } from '#web/ui/use-step.ts'
import { nameText } from './names.tsx'
import { Problem, Moment } from './problem.tsx'
import { usePolled } from './use-polled.ts'

const readMutes = () => callApprover(APPROVER_ENDPOINTS.listMutes)

/**
 * Wallets muted after a report, with their end time and an undo button. Shows one wallet if `wallet` is set.
 */
export function MuteNotices({ wallet }: { wallet?: string }): VNode {
  const { value: mutes = [], problem: unread, again } = usePolled(readMutes)
  const { problem, run } = useStep()
  const end = (walletAddress: string) =>
    run(async () => {
      await callApprover(APPROVER_ENDPOINTS.endMute, { body: { walletAddress } })
      again()
    })
  const shown = mutes.filter(
    ({ walletAddress }) => wallet === undefined || sameAddress(walletAddress, wallet),
  )
  return (
    <>
      {shown.map((mute) => (
        <div key={mute.walletAddress} class="notice">
          <p>
            <Rich
              text="No mail and no notifications about {wallet} until {time}, because you reported one of its transactions. New requests still appear here, and this service sends none of them without your approval."
              parts={{ wallet: nameWallet(mute), time: <Moment at={mute.untilDatetime} /> }}
            />
          </p>
          <button type="button" class="quiet" onClick={() => end(mute.walletAddress)}>
            {t('Notify me again')}
          </button>
        </div>
      ))}
      <Problem problem={problem ?? unread} retry={again} />
    </>
  )
}

function nameWallet({ walletLabel, walletAddress }: MuteList[number]) {
  const label = nameText(walletLabel)
  return label === '' ? <Address address={walletAddress} /> : <strong>{label}</strong>
}
