import { chooseTransfer } from './choose-transfer.ts'
import type { SendInput, SendPlan } from './send-context.ts'

/** Sending tokens; the user chooses what the page has not set. */
export function coinPlan(input: SendInput): SendPlan {
  return {
    operations: ['transfer'],
    fixed: input.tokenAddress !== undefined && input.to !== undefined && input.amount !== undefined,
    choose: chooseTransfer,
  }
}
