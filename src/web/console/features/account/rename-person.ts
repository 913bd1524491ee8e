import { sessionSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Changes one's own name; answers the session as it is then. */
export async function renamePerson(name: string) {
  const path = '/api/account/name'
  return (await callApi({ method: 'PUT', path, body: { name }, answer: sessionSchema })).content
}
