import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect } from 'vitest'
import type { FetchTarget } from '#bff/ports.ts'
import { createdIntegrationSchema } from '#protocol/console/integrations.ts'
import {
  DOCTOR_FINDINGS,
  doctorReportSchema,
  type DoctorFinding,
  type DoctorReport,
} from '#protocol/doctor.ts'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { readContent } from './console-browser.ts'
import { consoleWorld } from './console-world.ts'

export const FILE = 'latchkey-wallet-0.1.0-aaaaaaaa.js'
export const OLD = 'latchkey-wallet-0.0.9-bbbbbbbb.js'
export const LOADER = 'latchkey-loader-0.1.0-11111111.js'
export const HASH = 'sha384-present'
export const SCRIPT = `<script type="module" src="http://localhost:4000/widget/v1/${FILE}" integrity="${HASH}" crossorigin="anonymous"></script>`
export const ELEMENT = '<latchkey-wallet api-url="http://localhost:4000" flow="create"></latchkey-wallet>'
export const GOOD = SCRIPT + ELEMENT

const fetchTarget: FetchTarget = async (url, { headers }) => {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual' })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    }
  } catch {
    return { problem: 'the server could not be reached' }
  }
}

const file = (name: string) => ({ file: name, integrity: HASH })
const manifest = {
  version: '0.1.0',
  module: file(FILE),
  script: file('latchkey-wallet-0.1.0-cccccccc.iife.js'),
  pure: file('latchkey-pure-0.1.0-dddddddd.js'),
  loader: file(LOADER),
  core: file('latchkey-core-0.1.0-ffffffff.js'),
  frameHost: file('latchkey-frame-host-0.1.0-22222222.js'),
  files: Object.fromEntries([FILE, OLD, LOADER].map((name) => [name, { integrity: HASH }])),
}

/** A domain of the organization, as the service lists it. */
export function domain(name: string, verifiedAtDatetime: string | null = '2026-01-01T00:00:00.000Z') {
  return { id: 'd', domain: name, rpIdHash: `0x${'1'.repeat(64)}`, verifiedAtDatetime }
}

/**
 * The doctor, and an integrator's server whose page it examines. Before each test, the page is correct, its
 * domain is verified, and all clocks show the same time.
 */
export async function openDoctor() {
  /** Response of the integrator's server. Each test sets its fault. */
  let reply: (request: IncomingMessage, response: ServerResponse) => void
  const widgetDir = await mkdtemp(join(tmpdir(), 'latchkey-widget-'))
  await writeFile(join(widgetDir, 'integrity.json'), JSON.stringify(manifest))
  const world = await consoleWorld.fresh({ fetchTarget, widgetDir })
  const admin = world.adminForEach()
  const server = createServer((request, response) => reply(request, response))
  const origin = `http://localhost:${await listenLocally(server)}`
  beforeEach(() => {
    world.upstream.on('GET /v1/org/domains', () => ({ content: [domain('localhost')] }))
    world.upstream.on('GET /v1/org/clocks', () => ({ content: clocks(0) }))
    page(GOOD)
  })
  afterAll(() => void server.close())

  /** The service's clocks. The chain's clock is `aheadSeconds` ahead of the server's. */
  function clocks(aheadSeconds: number | null) {
    const now = world.ctx.clock.now()
    const chain = aheadSeconds === null ? null : new Date(now.getTime() + aheadSeconds * 1_000)
    return { serverDatetime: now.toISOString(), chainDatetime: chain?.toISOString() ?? null }
  }

  function page(html: string, headers: Record<string, string> = {}, status = 200) {
    reply = (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(`<!doctype html>${html}`)
    }
  }

  async function integrate(origins: string[]) {
    const input = { label: 'Shop', origins, operations: ['create'] }
    return createdIntegrationSchema.parse(await readContent(admin.browser.post('/api/integrations', input)))
  }

  async function examine(url = origin, more: object = {}): Promise<DoctorReport> {
    const answer = await admin.browser.post('/api/doctor', { url, ...more })
    const report = doctorReportSchema.parse(await readContent(answer))
    // Each finding must have exactly the values that its text uses.
    for (const { code, values } of report.findings)
      expect(Object.keys(values).toSorted(), code).toEqual([...DOCTOR_FINDINGS[code]].toSorted())
    return report
  }

  async function find(check: DoctorFinding['check'], url = origin): Promise<DoctorFinding | undefined> {
    return (await examine(url)).findings.find((finding) => finding.check === check)
  }

  /** Sets the response of the integrator's server. */
  const respondBy = (respond: typeof reply) => void (reply = respond)
  return { world, admin, origin, clocks, page, respondBy, integrate, examine, find }
}
