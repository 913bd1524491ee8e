import { beforeEach } from 'vitest'
import { consoleWorld } from './console-world.ts'
import { createScimToken, scimClient } from './scim-client.ts'

type Mail = { to: string; subject: string; text: string }

/**
 * A BFF, emptied before each test, with an owner, an identity provider that has the organization's token, and a mail
 * server that keeps the mails of the test.
 */
export async function openScimWorld() {
  const mails: Mail[] = []
  const world = await consoleWorld.fresh({ mailer: { send: async (mail) => void mails.push(mail) } })
  const owner = world.adminForEach()
  let token = ''
  beforeEach(async () => {
    mails.length = 0
    token = await createScimToken(owner)
  })
  const readToken = () => token
  return {
    world,
    owner,
    mails,
    readToken,
    provider: scimClient(world, readToken),
    /** The token in the link of the last mail. */
    mailedToken: (): string => /\/join#token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '',
  }
}
