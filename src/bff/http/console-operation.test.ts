import { expect, test } from 'vitest'
import type { CONSOLE_ENDPOINTS } from '#protocol/console-endpoints.ts'
import type { SESSION_ENDPOINTS } from '#protocol/console/session-endpoints.ts'
import type { ConsoleOperation, ConsoleOperations } from './console-operation.ts'

/** Operations with type errors that tsc must report. They are never called. */
const REFUSED = {
  path: (async ({ params }) => {
    // @ts-expect-error the endpoint's path has no such parameter
    return { success: params.memberUuid === '' } as const
  }) satisfies (asked: Parameters<ConsoleOperation<'removeMember'>>[0]) => Promise<unknown>,
  body: (async ({ body }) => {
    // @ts-expect-error the endpoint's body has no such field
    return body.mail
  }) satisfies (asked: Parameters<ConsoleOperation<'inviteMember'>>[0]) => Promise<unknown>,
  query: (async ({ query }) => {
    // @ts-expect-error the endpoint's query has no such field
    return query.text
  }) satisfies (asked: Parameters<ConsoleOperation<'searchAddresses'>>[0]) => Promise<unknown>,
  session: (async (asked) => {
    // @ts-expect-error an endpoint without a role has no session
    return asked.session
  }) satisfies (asked: Parameters<ConsoleOperation<'beginSignIn'>>[0]) => Promise<unknown>,
  action: (async ({ action }) => {
    // @ts-expect-error an endpoint without an action records nothing
    return action.length
  }) satisfies (asked: Parameters<ConsoleOperation<'listMembers'>>[0]) => Promise<unknown>,
}

// @ts-expect-error an answer without its required members
const wrongAnswer: ConsoleOperation<'removeMember'> = async () => ({ done: true })
// @ts-expect-error a file is a whole response
const wrongFile: ConsoleOperation<'exportAudit'> = async () => ({ lines: [] })
// @ts-expect-error there is no endpoint of this name
const wrongName: ConsoleOperation<'removeMembers'> | undefined = undefined
// @ts-expect-error an endpoint without an operation
const wrongTable: ConsoleOperations<typeof SESSION_ENDPOINTS> = {}

test('error: a wrong parameter, body, query, answer or name does not compile', () => {
  const table: Partial<ConsoleOperations<typeof CONSOLE_ENDPOINTS>> = { removeMember: wrongAnswer }
  expect(Object.keys(table)).toEqual(['removeMember'])
  expect(Object.keys(REFUSED)).toEqual(['path', 'body', 'query', 'session', 'action'])
  expect([wrongFile, wrongName, wrongTable]).toHaveLength(3)
})
