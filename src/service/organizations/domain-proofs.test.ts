import { createServer } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { domainSchema, verifyDomainResultSchema } from '#protocol/domains.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { safeFetch } from '#service/http/safe-fetch.ts'
import { startDnsServer } from '#service/testing/dns-server.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { walletRow } from '#service/testing/stored-rows.ts'
import { refusedFields } from '#service/testing/test-service.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'
import { createProofReader } from './proof-reader.ts'

const DOMAINS = '/v1/org/domains'

/** Responses of the web by host and path. */
const files = new Map<string, { status: number; body: string }>()
let counter = 0

const web = createServer((request, response) => {
  const file = files.get(`${String(request.headers['x-wanted-host'])}${request.url}`)
  response.writeHead(file?.status ?? 404).end(file?.body ?? 'not here')
})
const port = await listenLocally(web)
const dns = await startDnsServer()
const proofReader = createProofReader({ dnsServers: [dns.address], fetchFile: fetchFromWeb })
const world = await serviceWorld.api({ proofReader })
const other = await world.addOrganization('Other', 'other.example')
afterAll(async () => {
  await world.stop()
  await dns.close()
  web.close()
})
beforeEach(() => {
  dns.silent = false
  counter += 1
})

/** Maps every host to this one server. Https and name resolution are tested with `safeFetch`. */
function fetchFromWeb(url: string) {
  const { host, pathname } = new URL(url)
  const headers = { 'x-wanted-host': host }
  return safeFetch(`http://127.0.0.1:${port}${pathname}`, { sandbox: true, timeoutMs: 60_000, headers })
}

const add = (domain: unknown, key = world.demo.key) => world.call('POST', DOMAINS, { key, body: { domain } })
const verify = (id: string, key = world.demo.key) => world.call('POST', `${DOMAINS}/${id}/verify`, { key })
const remove = (id: string, key = world.demo.key) => world.call('DELETE', `${DOMAINS}/${id}`, { key })
const list = async (key = world.demo.key) => (await world.call('GET', DOMAINS, { key })).content
const publishTxt = (added: { proof: { dns: { name: string; value: string } } }) =>
  dns.txt.set(added.proof.dns.name, ['v=spf1 -all', added.proof.dns.value])
const wallets = (domain: string, key = world.demo.key) =>
  world.call('POST', '/v1/baas/wallets/predict', {
    key,
    body: toKeyFields(createSoftwarePasskey(domain)),
  })
/** Advances the clock until the next check of a domain is allowed. */
const later = () => world.ctx.clock.advance(2_000)

describe('POST /v1/org/domains', () => {
  test('behavior: returns how to prove it, the same again, and it matches nothing yet', async () => {
    const answer = await add(`Shop${counter}.Example`)
    const domain = `shop${counter}.example`
    expect(domainSchema.parse(answer.content)).toEqual(answer.content)
    const token = answer.content.proof.file.content
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(answer.content).toEqual({
      id: answer.content.id,
      domain,
      rpIdHash: rpIdHash(domain),
      verifiedAtDatetime: null,
      proof: {
        dns: { name: `_latchkey.${domain}`, type: 'TXT', value: `latchkey-domain=${token}` },
        file: { url: `https://${domain}/.well-known/latchkey-domain.txt`, content: token },
      },
      relatedOrigins: [],
    })
    expect((await add(domain)).text).toBe(answer.text)
    expect(await list()).toContainEqual(answer.content)
  })

  test('error: refuses an invalid host name and adds nothing', async () => {
    const before = await list()
    for (const domain of ['com', '127.0.0.1', 'https://shop.example', 'localhost', '', 7, 'x'.repeat(254)]) {
      expect(refusedFields(await add(domain))[0]).toBe('domain')
    }
    expect(await list()).toEqual(before)
  })

  test('behavior: another organization’s domain → the same response as for a free one', async () => {
    const taken = await add('other.example')
    expect(taken).toMatchObject({ status: 200, content: { verifiedAtDatetime: null } })
    expect(taken.text).not.toContain(other.id)
    expect((await list(other.key))[0].id).not.toBe(taken.content.id)
  })

  test('error: an organization has at most 100 domains, also when they are added simultaneously', async () => {
    const organization = await world.addOrganization('Many', 'many.example')
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, index) => add(`d${index}.many.example`, organization.key)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(99)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(6)
  })
})

describe('POST /v1/org/domains/:domainId/verify', () => {
  test('behavior: the TXT record proves the domain, which is then valid', async () => {
    const { content: added } = await add(`dns${counter}.example`)
    publishTxt(added)
    expect((await wallets(added.domain)).content.message).toContain('rpIdHash does not match')
    const answer = await verify(added.id.toUpperCase())
    expect(verifyDomainResultSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toMatchObject({
      domain: added.domain,
      verifiedAtDatetime: expect.any(String),
      checks: {
        dns: { found: true, seen: ['v=spf1 -all', added.proof.dns.value] },
        file: { found: false, seen: [], problem: 'the server responded with status 404' },
      },
    })
    expect(answer.content.proof).toBeUndefined()
    expect((await wallets(added.domain)).content.message).not.toContain('rpIdHash does not match')
    expect((await verify(added.id)).content).toEqual({ ...answer.content, checks: undefined })
  })

  test('behavior: the file proves the domain without the TXT record', async () => {
    const { content: added } = await add(`file${counter}.example`)
    const { host, pathname } = new URL(added.proof.file.url)
    files.set(`${host}${pathname}`, { status: 200, body: `${added.proof.file.content}\r\n` })
    expect((await verify(added.id)).content).toMatchObject({
      verifiedAtDatetime: expect.any(String),
      checks: { dns: { found: false, seen: [] }, file: { found: true } },
    })
  })

  test('error: reports what was found instead, and nothing is proved', async () => {
    const { content: added } = await add(`wrong${counter}.example`)
    dns.txt.set(added.proof.dns.name, ['latchkey-domain=of somebody else', 'x'.repeat(600)])
    const { host, pathname } = new URL(added.proof.file.url)
    files.set(`${host}${pathname}`, { status: 200, body: '<h1>Welcome\u0000\u202e</h1>' })
    const answer = await verify(added.id)
    expect(answer).toMatchObject({ status: 200, content: { verifiedAtDatetime: null } })
    expect(answer.content.proof).toEqual(added.proof)
    expect(answer.content.checks).toEqual({
      dns: { found: false, seen: ['latchkey-domain=of somebody else', 'x'.repeat(300)] },
      file: { found: false, seen: ['<h1>Welcome  </h1>'] },
    })
    expect((await wallets(added.domain)).content.message).toContain('rpIdHash does not match')
    later()
    const { content: theirs } = await add(`theirs${counter}.example`, other.key)
    dns.txt.set(added.proof.dns.name, [
      theirs.proof.dns.value,
      `${added.proof.dns.value}x`,
      added.proof.file.content,
    ])
    expect((await verify(added.id)).content.checks.dns.found).toBe(false)
  })

  test('error: reports a name server and a web server that do not respond as the reason', async () => {
    const broken = await serviceWorld.api({
      proofReader: createProofReader({
        dnsServers: ['127.0.0.1:9'],
        fetchFile: (url) =>
          safeFetch(url, { sandbox: false, timeoutMs: 60_000, resolve: async () => ['127.0.0.1'] }),
      }),
    })
    const added = await broken.call('POST', DOMAINS, { body: { domain: 'away.example' } })
    const answer = await broken.call('POST', `${DOMAINS}/${added.content.id}/verify`)
    await broken.stop()
    expect(answer.content.checks).toEqual({
      dns: { found: false, seen: [], problem: 'DNS did not respond' },
      file: { found: false, seen: [], problem: 'the name leads to an address that is not public' },
    })
  })

  test('error: does not verify a domain that another organization has verified, regardless of its owner', async () => {
    const { content: added } = await add('other.example')
    publishTxt(added)
    later()
    const answer = await verify(added.id)
    expect(answer.status).toBe(409)
    expect(answer.text).not.toContain(other.id)
    expect(answer.text).not.toContain('Other"')
    expect((await list()).find(({ id }: { id: string }) => id === added.id).verifiedAtDatetime).toBeNull()
  })

  test('behavior: if ten organizations verify one domain simultaneously, exactly one gets it', async () => {
    const domain = `race${counter}.example`
    const keys = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, index) => (await world.addOrganization(`Race ${index}`, `r${index}.race.example`)).key,
      ),
    )
    const added = await Promise.all(keys.map(async (key) => ({ key, ...(await add(domain, key)).content })))
    dns.txt.set(
      `_latchkey.${domain}`,
      added.map(({ proof }) => proof.dns.value),
    )
    const answers = await Promise.all(added.map(({ id, key }) => verify(id, key)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(409),
    ])
    const proved = await world.ctx.db
      .selectFrom('organization_domains')
      .select('id')
      .where('domain', '=', domain)
      .where('verified_at', 'is not', null)
      .execute()
    expect(proved).toHaveLength(1)
  })

  test('error: a second check within two seconds → 429 with Retry-After', async () => {
    const { content: added } = await add(`busy${counter}.example`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(added.id)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200, 429, 429, 429, 429,
    ])
    expect(answers.find((answer) => answer.status === 429)?.headers.get('retry-after')).toBe('2')
    later()
    expect((await verify(added.id)).status).toBe(200)
  })
})

describe('DELETE /v1/org/domains/:domainId', () => {
  test('behavior: frees a verified domain for another organization', async () => {
    const { content: added } = await add(`moved${counter}.example`)
    publishTxt(added)
    await verify(added.id)
    const removed = await remove(added.id)
    expect(removed.content).toMatchObject({ id: added.id, verifiedAtDatetime: expect.any(String) })
    expect((await remove(added.id)).status).toBe(404)
    expect((await wallets(added.domain)).content.message).toContain('rpIdHash does not match')
    const { content: theirs } = await add(added.domain, other.key)
    expect(theirs.proof.file.content).not.toBe(added.proof.file.content)
    publishTxt(theirs)
    expect((await verify(theirs.id, other.key)).content.verifiedAtDatetime).not.toBeNull()
  })

  test('error: keeps a domain with wallets', async () => {
    const { content: added } = await add(`wallets${counter}.example`)
    const wallet = walletRow({
      organization_id: world.demo.id,
      address: `0x${'1'.repeat(40)}`,
      rp_id_hash: added.rpIdHash,
    })
    await world.ctx.db.insertInto('wallets').values(wallet).execute()
    expect((await remove(added.id)).status).toBe(409)
    expect(await list()).toContainEqual(added)
    await world.ctx.db.updateTable('wallets').set({ status: 'failed' }).execute()
    expect((await remove(added.id)).status).toBe(200)
  })
})

describe('in the sandbox', () => {
  test('behavior: localhost and names below it are verified immediately, for one organization', async () => {
    const sandbox = await serviceWorld.api({ sandbox: true })
    const second = await sandbox.addOrganization('Second', 'second.localhost')
    const added = await sandbox.call('POST', DOMAINS, { body: { domain: 'New.localhost' } })
    expect(added.content).toMatchObject({ domain: 'new.localhost', verifiedAtDatetime: expect.any(String) })
    expect(added.content.proof).toBeUndefined()
    const taken = await sandbox.call('POST', DOMAINS, { key: second.key, body: { domain: 'new.localhost' } })
    expect(taken.status).toBe(409)
    expect(taken.text).not.toContain(sandbox.demo.id)
    const kept = await sandbox.call('GET', DOMAINS, { key: second.key })
    expect(kept.content.map(({ domain }: { domain: string }) => domain)).toEqual(['second.localhost'])
    await sandbox.stop()
  })
})
