import { test } from 'vitest'
import { generatePrivateKey } from 'viem/accounts'
import { newAddress } from './testing/relay-harness.ts'
import { startNodeHarness } from './testing/node-harness.ts'
import { startPlainAnvil } from './testing/plain-anvil.ts'
test('x', async () => {
  const t0 = performance.now()
  const anvil = await startPlainAnvil()
  console.log('anvil')
  const service = await startNodeHarness({ anvil, relayerKeys: [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()] })
  console.log('started', performance.now()-t0)
  const to = newAddress()
  const done = Array.from({ length: 12 }, (_, i) => service.mint(to, 1n).then(() => console.log('ok', i, performance.now()-t0), (e) => console.log('bad', i, e)))
  await Promise.race([Promise.all(done), new Promise((r) => setTimeout(r, 25000))])
  console.log('minted', performance.now()-t0)
  const rows = await service.ctx.db.selectFrom('relayed_transactions').select(['from_address', 'nonce', 'status', 'refusal', 'purpose', 'hash']).orderBy('from_address').orderBy('nonce').execute()
  if (performance.now()-t0 > 12000) console.log(rows)
  console.log(await service.ctx.db.selectFrom('relayer_lanes').selectAll().execute(), await service.ctx.db.selectFrom('leases').selectAll().execute(), await anvil.head())
  console.log(service.ctx.logLines.filter((l) => !l.includes('"level":30')).slice(-15))
  await service.stop(); await anvil.stop()
}, 60000)
