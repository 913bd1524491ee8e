import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { readSandboxFile } from '#service/index.ts'
import { drive, forSeconds, type LoadRequest } from './load.ts'
import { startMeasuredServer, type MeasuredServer } from './measured-server.ts'
import type { Row } from './print-table.ts'

const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = 16
const ADDED_CPU_MS_MAX = 0.25

/**
 * CPU time that the BFF adds to a predict of the widget. Measures the service alone, the BFF with a valid widget
 * token and the BFF with a rejected one, in turns, on one process that runs both.
 */
export async function benchBff(): Promise<Row[]> {
  const server = await startMeasuredServer(undefined, 'built')
  try {
    const asked = await requests(server)
    const cpu = { service: 0, widget: 0, refused: 0 }
    await measured(server, asked.widget)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['service', 'widget', 'refused'] as const)
        cpu[name] += (await measured(server, asked[name])) / ROUNDS
    }
    const added = cpu.widget - cpu.service
    const rows = Object.entries(cpu).map(([name, ms]): Row => {
      return { what: `predict, ${NAMES[name] ?? name}, CPU ms`, measured: ms.toFixed(2), budget: '' }
    })
    const what = 'predict, overhead of the BFF, CPU ms'
    return [
      ...rows,
      { what, measured: added.toFixed(2), budget: `${ADDED_CPU_MS_MAX}`, met: added <= ADDED_CPU_MS_MAX },
    ]
  } finally {
    await server.close()
  }
}

const NAMES: Readonly<Record<string, string>> = {
  service: 'with an API key at the service',
  widget: 'with a widget token through the BFF',
  refused: 'with a widget token that is refused',
}

/**
 * Creates the three compared predict requests: at the service, and through the BFF with a valid and a rejected token
 * of the demo shop's integration.
 */
async function requests(server: MeasuredServer) {
  const { qxHex: qx, qyHex: qy, rpIdHash } = createSoftwarePasskey('localhost')
  const predict = { method: 'POST' as const, body: JSON.stringify({ qx, qy, rpIdHash }) }
  const origin = new URL((await readSandboxFile(server.dataDir))?.demoUrl ?? '').origin
  const secret = readFileSync(join(server.dataDir, 'demo-shop.key'), 'utf8').trim()
  const opened = await fetch(`${server.origin}/api/widget/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ externalUserId: 'bench', operations: ['create'], origin }),
  })
  const { token } = z.object({ content: z.object({ token: z.string() }) }).parse(await opened.json()).content
  const through = (authorization: string): LoadRequest => ({
    ...predict,
    path: '/api/widget/wallets/predict',
    headers: { authorization, origin },
  })
  return {
    service: { ...predict, path: '/v1/baas/wallets/predict', headers: { 'x-api-key': server.apiKey } },
    widget: through(`Bearer ${token}`),
    refused: through(`Bearer ${token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`),
  }
}

/** CPU milliseconds of the process per request. */
async function measured(server: MeasuredServer, request: LoadRequest): Promise<number> {
  const before = server.cpu().serviceMs
  const { count, refused } = await drive({
    origin: server.origin,
    connections: CONNECTIONS,
    next: forSeconds(SECONDS, [request]),
  })
  for (const [kind, times] of refused) if (!kind.startsWith('401')) throw new Error(`${times} times: ${kind}`)
  return (server.cpu().serviceMs - before) / count
}
