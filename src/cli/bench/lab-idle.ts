import { startMeasuredServer } from './measured-server.ts'
import { insertWallets } from './bench-list.ts'
import { openDatabase } from '#service/index.ts'
import { pino } from 'pino'
import { mkdtempSync } from 'node:fs'
const folder = mkdtempSync('/tmp/h/lab/idle-')
await (await startMeasuredServer(folder)).close()
{ const { db, close } = await openDatabase({ dataDir: folder, log: pino({ level: 'silent' }) }); await insertWallets(db, 100000); await close() }
const s = await startMeasuredServer(folder)
for (let i = 0; i < 6; i++) { const b = s.cpu().serviceMs; await new Promise(r => setTimeout(r, 5000)); console.log('idle cpu ms in 5 s', s.cpu().serviceMs - b) }
const ts = []; for (let i = 0; i < 60; i++) { const b = s.cpu().serviceMs; const t = performance.now(); const r = await fetch(s.origin + '/v1/baas/wallets?limit=200', { headers: { 'x-api-key': s.apiKey } }); await r.text(); ts.push([performance.now() - t, s.cpu().serviceMs - b]) }
ts.sort((a, b) => a[0]! - b[0]!); console.log('page 200 p50', ts[30], 'p95', ts[57], 'mean cpu', ts.reduce((a, b) => a + b[1]!, 0) / 60)
await s.close(); process.exit(0)
