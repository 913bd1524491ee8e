import type { CallsService, HasDatabase, HasHosting, RunsAudited } from '#bff/context-parts.ts'
import { rememberApprovers } from '#bff/members/remember-address.ts'
import { requireApprovers } from '#bff/members/require-approvers.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import { recordCall, sendCall, type ForwardedOperation } from './forwarded-call.ts'

type Saving = CallsService & HasDatabase & HasHosting & RunsAudited

/** Creates a policy. @throws VALIDATION_FAILED for an approver who is no member, or is named twice */
export const createPolicy: ForwardedOperation<'createPolicy', Saving> = (asked) =>
  recordCall(asked, () => withKnownPeople(asked, () => sendCall(asked)))

/** Changes a policy. @throws VALIDATION_FAILED for an approver who is no member, or is named twice */
export const updatePolicy: ForwardedOperation<'updatePolicy', Saving> = (asked) =>
  recordCall(asked, () => withKnownPeople(asked, () => sendCall(asked)))

type AskedPolicy = {
  ctx: HasDatabase & HasHosting
  session: { organization: { id: string } }
  body: { rule?: PolicyRule | undefined }
}

/** Checks the people whom the rule names, stores it with `send`, and remembers the addresses of its members. */
async function withKnownPeople<Answer>(
  { ctx, session, body }: AskedPolicy,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const { id } = session.organization
  await requireApprovers(ctx, id, body.rule)
  const answer = await send()
  await rememberApprovers(ctx.db, id, body.rule)
  return answer
}
