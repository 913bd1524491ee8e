import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { measurePeers } from './bench-widget-peers.ts'
import { measureSpeed } from './bench-widget-speed.ts'
import type { Row } from './print-table.ts'

const manifestSchema = z.object({ files: z.record(z.string(), z.object({ brotliBytes: z.number() })) })

/**
 * The widget as its readers meet it: how fast it starts and asks for the passkey, and its size beside that of every
 * peer that npm can install. Ours is everything that creating and sending have really loaded, in the same run.
 */
export async function benchWidget(): Promise<Row[]> {
  const { files } = manifestSchema.parse(JSON.parse(readFileSync('dist/widget/integrity.json', 'utf8')))
  const { rows, loaded } = await measureSpeed()
  const oursBytes = [...loaded].reduce((bytes, name) => bytes + (files[name]?.brotliBytes ?? 0), 0)
  return [...rows, ...(await measurePeers(oursBytes))]
}
