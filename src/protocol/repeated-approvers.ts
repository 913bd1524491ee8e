import { toMailbox } from './email-address.ts'
import type { FieldError } from './fields.ts'
import type { PolicyApprover } from './policies.ts'

/** Member ids by mailbox (`toMailbox`). A mailbox that several members use has several. */
type MembersByMailbox = ReadonlyMap<string, ReadonlySet<string>>

/** Groups known addresses of members by mailbox. */
export function groupByMailbox(
  known: readonly { administratorId: string; email: string }[],
): MembersByMailbox {
  const members = new Map<string, Set<string>>()
  for (const { administratorId, email } of known) {
    const mailbox = toMailbox(email)
    members.set(mailbox, new Set([...(members.get(mailbox) ?? []), administratorId]))
  }
  return members
}

type Named = { email: string; administratorId?: string | null | undefined }

/**
 * Finds the approvers who are a person that is named already: by the same mailbox, or as a member to whom both
 * addresses belong. Returns the places of all but one entry of each person. An entry with a member id stays.
 */
export function findRepeated(approvers: readonly Named[], members: MembersByMailbox): number[] {
  const places = approvers.map((one, place) => ({ ...one, place }))
  const withId = places.filter(({ administratorId }) => isSet(administratorId))
  const byMailbox = places.filter(({ administratorId }) => !isSet(administratorId))
  const taken = new Set<string>()
  const repeated: number[] = []
  for (const { email, administratorId, place } of [...withId, ...byMailbox]) {
    const mailbox = toMailbox(email)
    const ids = [...(isSet(administratorId) ? [administratorId] : []), ...(members.get(mailbox) ?? [])]
    const identities = [`mailbox ${mailbox}`, ...ids.map((id) => `member ${id}`)]
    if (identities.some((identity) => taken.has(identity))) repeated.push(place)
    else for (const identity of identities) taken.add(identity)
  }
  return repeated.toSorted((one, other) => one - other)
}

function isSet(id: string | null | undefined): id is string {
  return id !== null && id !== undefined
}

/** A rule's approvers who can approve, each with the path of its entry. */
export function listPaths(approvers: readonly PolicyApprover[]): { path: string; one: PolicyApprover }[] {
  return approvers.flatMap((one, place) =>
    one.removed === true ? [] : [{ path: `rule.approvers.${place}`, one }],
  )
}

/** Returns an error for the entry of each person who is named already, with the path of the entry in the rule. */
export function listRepeated(approvers: readonly PolicyApprover[], members: MembersByMailbox): FieldError[] {
  const able = listPaths(approvers)
  const repeated = findRepeated(
    able.map(({ one }) => one),
    members,
  )
  return able
    .filter((_, place) => repeated.includes(place))
    .map(({ path }) => ({ path, message: 'must not be another address of a person who is named already' }))
}
