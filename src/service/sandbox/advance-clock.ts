import type { Operation } from '#service/http/endpoint-types.ts'
import type { SandboxClockAnswer } from '#protocol/sandbox.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/**
 * `POST /sandbox/clock`: moves the time forward by so many seconds. Deadlines until then have passed: nothing runs in
 * between (ADR 0003).
 *
 * @throws NOT_FOUND where there is no sandbox clock; CONFLICT beyond ten years
 */
export const advanceSandboxClock: Operation<'advanceSandboxClock'> = async (ctx, caller, input) => {
  if (ctx.timeMachine === undefined) throw apiError('NOT_FOUND')
  await ctx.timeMachine.advance(input.body.seconds)
  const { seconds } = input.body
  ctx.log.warn({ organization: caller.organizationId, seconds }, 'the time of the sandbox was moved forward')
  return clockAnswer(ctx)
}

export function clockAnswer(ctx: Pick<Context, 'clock' | 'timeMachine'>): SandboxClockAnswer {
  return {
    aheadSeconds: ctx.timeMachine?.aheadSeconds() ?? 0,
    nowDatetime: ctx.clock.now().toISOString(),
  }
}
