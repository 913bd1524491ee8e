import type { CallDescription, FieldValue } from '#protocol/display/call-description.ts'
import { compareSimulation, type ComparedCall } from '#protocol/effects/compare-simulation.ts'
import type { Simulation } from '#protocol/transactions.ts'
import { simulationWord } from '#web/console/lib/call-texts.ts'
import { Value } from './call-fields.tsx'
import { Fact } from './card.tsx'
import { Notice } from './notice.tsx'

type SimulationNoticeProps = {
  call: ComparedCall
  description: CallDescription | null
  simulation: Simulation | undefined
}

/** Where the simulation of a call differs from its decoded bytes. */
export function SimulationNotice({ call, description, simulation }: SimulationNoticeProps) {
  if (simulation === undefined) return <p className="mb-4 text-sm text-muted">{simulationWord('missing')}</p>
  const differences = compareSimulation(call, description, simulation)
  if (differences.length === 0) return null
  return (
    <Notice className="mb-4" tone="danger" title={simulationWord('differs')} announce>
      {differences.map(({ about, token, account, read, simulated }, index) => (
        <dl key={`${about}-${index}`} className="mt-3 grid gap-x-8 gap-y-2 sm:grid-cols-2">
          <Row name={simulationWord(about)} value={account} />
          <Row name={simulationWord('token')} value={token} />
          <Row name={simulationWord('read')} value={read} />
          <Row name={simulationWord('simulated')} value={simulated} />
        </dl>
      ))}
    </Notice>
  )
}

function Row({ name, value }: { name: string; value: FieldValue | undefined }) {
  return (
    <Fact name={name}>
      {value === undefined ? simulationWord('nothing') : <Value value={value} name={name.toLowerCase()} />}
    </Fact>
  )
}
