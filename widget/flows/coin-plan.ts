import { chooseTransfer } from './choose-transfer.ts'
import type { SendInput, SendPlan } from './send-context.ts'

/** Sending coins, which a person chooses as far as the page has not. */
export function coinPlan(input: SendInput): SendPlan {
  return {
    operations: ['transfer'],
    fixed: input.tokenAddress !== undefined && input.to !== undefined && input.amount !== undefined,
    choose: chooseTransfer,
  }
}
