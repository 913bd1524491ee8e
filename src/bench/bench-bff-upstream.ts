import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { openDatabase } from '#service/index.ts'
import { drive, forSeconds, quantile, type LoadRequest } from './load.ts'
import { inFolder, startMeasuredProcess, type MeasuredProcess } from './measured-server.ts'
import type { Row } from './print-table.ts'

const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = 16
const SHARE_MIN = 0.17
const SHOP = 'https://shop.example'
const ADDRESS = `0x${'5a'.repeat(20)}`
const fee = {
  required: false,
  tokenAddress: ADDRESS,
  tokenSymbol: 'DEMO',
  tokenDecimals: 6,
  amountPerTransaction: '0',
  currentBalance: '0',
  sufficient: true,
}
const PREDICTED = JSON.stringify({ statusCode: 200, content: { address: ADDRESS, deployed: false, fee } })

/**
 * Requests per second of the BFF with `UPSTREAM_URL`, as a share of those of nginx in front of the same
 * service. Measured in turns.
 */
export async function benchBffUpstream(): Promise<Row[]> {
  const what = 'predict through the BFF with UPSTREAM_URL, requests/s as a share of nginx'
  const budget = `${SHARE_MIN}`
  if (spawnSync('nginx', ['-v']).error !== undefined) return [{ what, measured: 'no nginx', budget }]
  return inFolder(async (folder) => {
    const nginx = await startNginx(folder)
    const environment = {
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: randomBytes(32).toString('hex'),
      UPSTREAM_URL: `${nginx.service}/v1/baas`,
      UPSTREAM_API_KEY: 'pk_live_bench',
      UPSTREAM_CHAIN_ID: '1',
      UPSTREAM_FACTORY: ADDRESS,
    }
    try {
      await (await startMeasuredProcess(environment, [], 'built')).close()
      const token = await addWidgetSession(environment.DATA_DIR)
      const bff = await startMeasuredProcess(environment, [], 'built')
      const share = await compare(bff, nginx.proxy, token)
      await bff.close()
      return [{ what, measured: share.toFixed(2), budget, met: share >= SHARE_MIN }]
    } finally {
      nginx.process.kill()
    }
  })
}

/** A service with a constant response, and a proxy with persistent connections in front of it. */
async function startNginx(
  folder: string,
): Promise<{ process: ChildProcess; service: string; proxy: string }> {
  const [service, proxy] = [await freePort(), await freePort()]
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log /dev/null; worker_processes 1;
    events { worker_connections 512; }
    http {
      access_log off; keepalive_requests 1000000; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      upstream service { server 127.0.0.1:${service}; keepalive 64; keepalive_requests 1000000; }
      server { listen 127.0.0.1:${service}; location / { default_type application/json; return 200 '${PREDICTED}'; } }
      server { listen 127.0.0.1:${proxy}; location / {
        proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } }
    }`,
  )
  const process = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
  return { process, service: `http://127.0.0.1:${service}`, proxy: `http://127.0.0.1:${proxy}` }
}

/**
 * Opens a session as an integrator's backend would. Inserts the integration that an administrator would have
 * created.
 */
async function addWidgetSession(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({
    databaseUrl: undefined,
    dataDir,
    log: pino({ level: 'silent' }),
  })
  const [id, token] = [randomUUID(), newSecret()]
  await sql`insert into bff_integration (id, organization_id, label, secret_hash, start, operations, created_at)
    values (${id}, 'hosted', 'Bench', ${id}, 'wi_', ${['create']}, now())`.execute(db)
  await sql`insert into bff_integration_origin (integration_id, origin) values (${id}, ${SHOP})`.execute(db)
  await sql`insert into bff_widget_session
    (token_hash, organization_id, integration_id, origin, external_user_id, operations, expires_at)
    values (${hashSecret(token)}, 'hosted', ${id}, ${SHOP}, 'bench', ${['create']}, now() + interval '1 hour')`.execute(
    db,
  )
  await close()
  return token
}

async function compare(bff: MeasuredProcess, proxy: string, token: string): Promise<number> {
  const { qxHex: qx, qyHex: qy, rpIdHash } = createSoftwarePasskey('shop.example')
  const predict = { method: 'POST' as const, body: JSON.stringify({ qx, qy, rpIdHash }) }
  const headers = { authorization: `Bearer ${token}`, origin: SHOP }
  const through = { ...predict, path: '/api/widget/wallets/predict', headers }
  await perSecond(bff.origin, through)
  const shares: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await perSecond(bff.origin, through)
    shares.push(ours / (await perSecond(proxy, { ...predict, path: '/v1/baas/wallets/predict', headers })))
  }
  return quantile(shares, 0.5)
}

async function perSecond(origin: string, request: LoadRequest): Promise<number> {
  const next = forSeconds(SECONDS, [request])
  const { perSecond: measured, refused } = await drive({ origin, connections: CONNECTIONS, next })
  for (const [kind, times] of refused) throw new Error(`${times} times: ${kind}`)
  return measured
}
