import type { Decision } from '#protocol/approver-api.ts'
import { createAuthenticator, type Authenticator, type Ceremony } from '#protocol/testing/authenticator.ts'
import { waitFor } from '#protocol/testing/wait-for.ts'
import type { Answer, TestService } from './test-service.ts'

/** Origin of the approval app in tests. */
export const ORIGIN = 'http://localhost:4000'

/** An end-user with the approval app on one device: their cookie and their passkey. */
export type TestApprover = {
  email: string
  passkey: Authenticator
  /** The cookie as the browser sends it: `approvalapp=value`. */
  cookie: () => string
  get: (path: string) => Promise<Answer>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Begins the ceremony of a decision, which must not be refused. */
  begin: (
    transactionUuid: string,
    decision: Decision,
    number?: number,
  ) => Promise<NonNullable<DecisionChanges['begun']>>
  /** Runs the whole ceremony. If `number` is undefined, an approval uses the correct number. */
  decide: (transactionUuid: string, decision: Decision, changes?: DecisionChanges) => Promise<Answer>
}

/** A test's deviations from the approval app. */
export type DecisionChanges = {
  number?: number
  ceremony?: Partial<Ceremony>
  passkey?: Authenticator
  /** Kind of the held subject. Undefined means a transaction. */
  of?: 'message'
  /** Replaces the started ceremony. */
  begun?: { ceremonyId: string; options: unknown }
  /** The approver's own words. */
  comment?: string
}

/** Browsers with the approval app, for a service that sends its mails to the test. */
export function createApproverDevices(world: Pick<TestService, 'ctx' | 'call'>) {
  const { ctx } = world

  /** Reads the transaction as the integrator does. */
  const read = async (uuid: string): Promise<Answer['content']> => {
    const answer = await world.call('GET', `/v1/baas/transactions/${uuid}`)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.content
  }
  /**
   * The number that the requester's screen displays. Read from the database, because only the requester may read it
   * if people of the organization decide.
   */
  const numberOf = async (uuid: string): Promise<number> => {
    const held = ctx.db.selectFrom('held_transactions').select('number').where('transaction_id', '=', uuid)
    return (await held.executeTakeFirstOrThrow()).number
  }

  /** The number with which to approve. Undefined means the correct one. */
  async function pick(uuid: string, decision: Decision, number?: number) {
    if (decision !== 'approve') return {}
    return { number: number ?? (await numberOf(uuid)) }
  }

  /** The token of the newest invitation mail to an email address. */
  async function invitationFor(email: string): Promise<string> {
    return waitFor(`an invitation mail to ${email}`, async () => {
      const mail = ctx.mails.findLast((one) => one.to === email && one.text.includes('#invite='))
      return /#invite=([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? '')?.[1]
    })
  }

  /** A browser that is not signed in, with a passkey that is not enrolled. */
  function newDevice(email: string, passkey = createAuthenticator()): TestApprover {
    let cookie = ''
    const send = async (method: string, path: string, options: Parameters<typeof world.call>[2]) => {
      const headers = { ...(cookie === '' ? {} : { cookie }), ...options?.headers }
      const answer = await world.call(method, `/approve/api${path}`, { key: null, ...options, headers })
      const set = answer.headers.get('set-cookie')?.split(';')[0]
      if (set !== undefined) cookie = set
      return answer
    }
    const post: TestApprover['post'] = (path, body, headers = {}) =>
      send('POST', path, { body, headers: { origin: ORIGIN, ...headers } })
    async function decide(uuid: string, decision: Decision, changes: DecisionChanges = {}): Promise<Answer> {
      const [at, named] =
        changes.of === 'message' ? ['/messages', { messageUuid: uuid }] : ['', { transactionUuid: uuid }]
      const picked = changes.begun === undefined ? await pick(uuid, decision, changes.number) : {}
      const asked = changes.begun ?? (await post(`${at}/decisions/begin`, { ...named, decision, ...picked }))
      // A wrong number declines before anything is signed.
      if ('status' in asked && !('ceremonyId' in asked.content)) return asked
      const begun = 'status' in asked ? asked.content : asked
      const signer = changes.passkey ?? passkey
      const response = signer.assert(begun.options, { origin: ORIGIN, ...changes.ceremony })
      const { comment } = changes
      const words = comment === undefined ? {} : { comment }
      return post(`${at}/decisions/finish`, { ceremonyId: begun.ceremonyId, response, ...words })
    }
    const begin: TestApprover['begin'] = async (transactionUuid, decision, number) => {
      const picked = await pick(transactionUuid, decision, number)
      return (await post('/decisions/begin', { transactionUuid, decision, ...picked })).content
    }
    return { email, passkey, cookie: () => cookie, get: (path) => send('GET', path, {}), post, begin, decide }
  }

  return { newDevice, invitationFor, read, numberOf }
}

/** Enrols the device's passkey with an invitation. Throws if it is refused. */
export async function enrol(device: TestApprover, invitation: string): Promise<Answer> {
  const begun = await device.post('/enrolment/begin', { invitation })
  if (begun.status !== 200) throw new Error(`enrolment was refused: ${begun.text}`)
  const { ceremonyId, options } = begun.content
  const response = device.passkey.register(options, { origin: ORIGIN })
  const answer = await device.post('/enrolment/finish', { ceremonyId, response })
  if (answer.status !== 200) throw new Error(`enrolment was refused: ${answer.text}`)
  return answer
}
