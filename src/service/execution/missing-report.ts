import { toEventSelector, type Address, type Hex } from 'viem'
import type { ReceiptLog } from '#service/chain/rpc-schemas.ts'

/** A call by whom it reaches and its first four bytes. */
export type CalledToken = { toAddress: Address; selector: string }

const TRANSFER = [toEventSelector('Transfer(address,address,uint256)')]
const APPROVAL = [toEventSelector('Approval(address,address,uint256)')]

/** What a token must report of each known call. Source: ERC-20, ERC-721, ERC-1155, "MUST emit". */
const REPORTS: Record<string, { topics: readonly Hex[]; what: string }> = {
  '0xa9059cbb': { topics: TRANSFER, what: 'transfer' },
  '0x23b872dd': { topics: TRANSFER, what: 'transfer' },
  '0x42842e0e': { topics: TRANSFER, what: 'transfer' },
  '0xb88d4fde': { topics: TRANSFER, what: 'transfer' },
  '0xf242432a': {
    topics: [toEventSelector('TransferSingle(address,address,address,uint256,uint256)')],
    what: 'transfer',
  },
  '0x2eb2c2d6': {
    topics: [toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')],
    what: 'transfer',
  },
  '0x095ea7b3': { topics: APPROVAL, what: 'approval' },
  '0x39509351': { topics: APPROVAL, what: 'approval' },
  '0xa22cb465': { topics: [toEventSelector('ApprovalForAll(address,address,bool)')], what: 'approval' },
}

/** Whether a call is one of which it is known what the token answers and reports. */
export function isKnownTokenCall(selector: string): boolean {
  return REPORTS[selector.toLowerCase()] !== undefined
}

/**
 * What is to be said of an executed call of which the token reported nothing; `undefined` when there is nothing to say.
 * `logs` are all of the transaction, in their order, `executedAt` is the place of the wallet's own among them.
 */
export function missingReport(
  { toAddress, selector }: CalledToken,
  logs: readonly ReceiptLog[],
  executedAt: number,
): string | undefined {
  const report = REPORTS[selector.toLowerCase()]
  if (report === undefined) return undefined
  const token = toAddress.toLowerCase()
  const isReported = logs
    .slice(0, executedAt)
    .some(
      ({ address, topics: [topic] }) =>
        address.toLowerCase() === token && report.topics.some((one) => one === topic),
    )
  return isReported
    ? undefined
    : `it was executed, but the token reported no ${report.what}: check what moved`
}
