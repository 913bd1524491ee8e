import * as z from 'zod/mini'
import type { Role } from '#protocol/org/roles.ts'
import { callApi } from '#web/console/lib/api.ts'

export async function changeRole(memberId: string, role: Role): Promise<void> {
  await callApi({ method: 'PUT', path: memberPath(memberId), body: { role }, answer: z.unknown() })
}

/** Their sessions and open pages in this organization end with it. */
export async function removeMember(memberId: string): Promise<void> {
  await callApi({ method: 'DELETE', path: memberPath(memberId), answer: z.unknown() })
}

export async function endMemberSessions(memberId: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `${memberPath(memberId)}/sessions`, answer: z.unknown() })
}

function memberPath(memberId: string): string {
  return `/api/members/${encodeURIComponent(memberId)}`
}
