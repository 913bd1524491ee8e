import * as z from 'zod/mini'
import { invitedSchema, memberListSchema, type Member } from '#protocol/members.ts'
import type { Role } from '#protocol/roles.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { readContent, createBrowser, readOptions, type Admin } from './console-browser.ts'
import { PUBLIC_URL, type TestBff } from './test-bff.ts'

const sessionSchema = z.object({ admin: z.object({ id: z.string() }) })

/** Creates an invitation. Returns the token of its link. */
export async function invitationToken({ browser }: Admin, role: Role, email?: string): Promise<string> {
  const answer = await browser.post('/api/invitations', email === undefined ? { role } : { role, email })
  const { link } = invitedSchema.parse(await readContent(answer))
  return new URL(link).hash.replace('#token=', '')
}

/** Uses the link as a new person, with their own passkey and browser. */
export async function tryToJoin({ bff }: TestBff, token: string, name: string) {
  const browser = createBrowser(bff)
  const passkey = createAuthenticator()
  const begun = await browser.post('/api/join/options', { token, name })
  if (begun.status !== 200) return { answer: begun, admin: { browser, passkey } }
  const response = passkey.register(await readOptions(begun), { origin: PUBLIC_URL })
  const answer = await browser.post('/api/join/verify', { token, response })
  browser.passkey = passkey
  return { answer, admin: { browser, passkey } }
}

/** Adds a member with this role, invited by `inviter`. */
export async function addMember(
  world: TestBff,
  inviter: Admin,
  { role, name }: { role: Role; name: string },
): Promise<Admin & { id: string }> {
  const token = await invitationToken(inviter, role)
  const { answer, admin } = await tryToJoin(world, token, name)
  return { ...admin, id: await joinedId(answer) }
}

/** Returns the id of the person who joined. */
export async function joinedId(answer: Response): Promise<string> {
  if (answer.status !== 200) throw new Error(`joining failed: ${await answer.text()}`)
  return sessionSchema.parse(await readContent(answer)).admin.id
}

export async function listMembers({ browser }: Admin): Promise<Member[]> {
  return memberListSchema.parse(await readContent(await browser.send('/api/members')))
}
