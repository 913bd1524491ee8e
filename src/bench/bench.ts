import { parseArgs } from 'node:util'
import { benchBffUpstream } from './bench-bff-upstream.ts'
import { benchBff } from './bench-bff.ts'
import { benchConsole } from './bench-console.ts'
import { benchDigest } from './bench-digest.ts'
import { benchEmbedded } from './bench-embedded.ts'
import { benchFairness } from './bench-fairness.ts'
import { benchGas } from './bench-gas.ts'
import { benchLimits } from './bench-limits.ts'
import { benchList } from './bench-list.ts'
import { benchLive } from './bench-live.ts'
import { benchProcesses } from './bench-processes.ts'
import { benchService } from './bench-service.ts'
import { benchSize } from './bench-size.ts'
import { benchSizes } from './bench-sizes.ts'
import { benchStart } from './bench-start.ts'
import { benchTiming } from './bench-timing.ts'
import { benchTraffic } from './bench-traffic.ts'
import { benchWidget } from './bench-widget-speed.ts'
import { benchGasPeers } from './peers/bench-gas-peers.ts'
import { benchPeers } from './peers/bench-widget-peers.ts'
import { printTable, writeTable } from './print-table.ts'

/**
 * `npm run bench -- start digest gas limits timing sizes service bff list live console processes fairness traffic
 * widget peers size embedded [--minutes 5] [--times 1] [--only text] [--write]`: measures on this machine and
 * prints tables. Each bench names its budgets. `--write` replaces each table in its page of `docs`.
 */
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    times: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const minutes = values.minutes === undefined ? {} : { minutes: Number(values.minutes) }
const times = values.times === undefined ? {} : { times: Number(values.times) }
const only = values.only === undefined ? {} : { only: values.only }
const BENCHES = {
  sizes: benchSizes,
  digest: benchDigest,
  gas: async () => [...(await benchGas()), ...(await benchGasPeers())],
  limits: benchLimits,
  timing: benchTiming,
  start: benchStart,
  service: () => benchService(minutes),
  bff: async () => [...(await benchBff()), ...(await benchBffUpstream())],
  list: benchList,
  live: benchLive,
  console: benchConsole,
  processes: benchProcesses,
  fairness: () => benchFairness(times),
  traffic: benchTraffic,
  widget: benchWidget,
  peers: benchPeers,
  size: () => benchSize({ ...times, ...only }),
  embedded: benchEmbedded,
}

// The measured code uses timers that do not keep the process alive.
const alive = setInterval(() => undefined, 60_000)
let missed = 0
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const rows = await bench()
  missed += rows.filter((row) => row.met === false).length
  printTable(name, rows)
  if (values.write) writeTable(name, rows)
}
clearInterval(alive)
process.stdout.write(
  missed === 0 ? '\nEvery budget that was measured is met.\n' : `\n${missed} budgets are missed.\n`,
)
process.exitCode = missed === 0 ? 0 : 1
